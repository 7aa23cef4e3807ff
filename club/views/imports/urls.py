from django.urls import path

from club.views.imports import columns, preview, uploads

urlpatterns = [
    path("", uploads.imports_page, name="imports"),
    path("<int:import_id>/", preview.import_page, name="import"),
    path("<int:import_id>/colonne/", columns.columns_page, name="import_columns"),
    path("<int:import_id>/lettura/", columns.read_otherwise, name="import_reading"),
    path("<int:import_id>/righe/<int:number>/", preview.row_page, name="import_row"),
    path("<int:import_id>/problemi.<str:ending>", preview.problems_file, name="import_problems"),
    path("<int:import_id>/scrivi/", preview.write, name="import_write"),
    path("<int:import_id>/annulla/", preview.undo, name="import_undo"),
    path("<int:import_id>/elimina/", uploads.discard, name="import_discard"),
]
