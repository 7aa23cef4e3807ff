"""QR codes for paper."""

import io

import segno


def svg(address: str) -> str:
    """The address as an SVG drawing; medium correction, because sheets get creased and wet."""
    drawing = io.BytesIO()
    segno.make(address, error="m", micro=False).save(drawing, kind="svg", border=0, xmldecl=False)
    return drawing.getvalue().decode()
