"""What members pay: `years` are opened and closed, `renewals` writes what each owes, `payments` takes it,
`arrears` tells who has not paid. Money is in integer cents everywhere."""
