import MillraceCore

/// The row that a field belongs to, or is.
struct FieldRow<Values>: Sendable {
  /// The name of the innermost row, such as `lines[7]`.
  let name: String
  /// The name of the field in all rows, such as `lines[].amount`.
  let pattern: String
  /// The names of the rows and lists that contain the field, the innermost first.
  let containers: [String]
  /// True if the field is the row as a whole.
  let isWhole: Bool
  /// Returns true if the row is in its list, as are the rows around it.
  let isPresent: @Sendable (Values) -> Bool
  /// The rules over several fields of the row whose complaints are shown here.
  let rule: @Sendable (Values) -> String?
}

extension FieldRow {
  /// Returns what is known of a field within the rows of a list, from the same within one row's form.
  init<Row: FormValues>(
    _ field: FormField<Row>, of row: String, in list: String, _ find: @escaping @Sendable (Values) -> Row?
  ) {
    let (inner, fieldName) = (field.row, field.name)
    let containers = (inner?.containers ?? []).map { "\(row).\($0)" }
    self.init(
      name: inner.map { "\(row).\($0.name)" } ?? row, pattern: RowName.pattern(list, field.pattern),
      containers: containers + [row, list], isWhole: inner?.isWhole ?? false,
      isPresent: { values in
        guard let row = find(values) else { return false }
        return inner?.isPresent(row) ?? true
      },
      rule: { values in
        guard let row = find(values) else { return nil }
        guard let inner else { return Row.form.complaint(at: fieldName, row) }
        return inner.rule(row)
      })
  }
}

extension FormField {
  /// Declares a list of rows, each with the fields and rules of its own type.
  ///
  /// ```swift
  /// FormField(rows: "lines", \.lines) { $0.isEmpty ? "Add a line." : nil }
  /// ```
  ///
  /// The fields of a row are named by its id, such as `lines[7].amount`, in messages, complaints and the
  /// focus. A row may have lists of its own, with fields such as `lines[7].options[2].price`.
  ///
  /// - Parameters:
  ///   - name: The name in records and in a server's answers, which never changes. It contains no bracket.
  ///   - path: The rows. Their ids differ, have different descriptions, and stay.
  ///   - rule: A function that returns a sentence if the list as a whole is refused, or nil.
  public init<Row: FormValues & Identifiable>(
    rows name: String, _ path: any WritableKeyPath<Values, [Row]> & Sendable,
    rule: @escaping @Sendable ([Row]) -> String? = { _ in nil }
  ) where Row.ID: Sendable {
    precondition(
      !name.contains("["),
      "The list `\(name)` of `\(Values.self)` has a bracket in its name; choose another name.")
    self.init(choice: name, path, rule: rule)
    rows = FormRows(name, path)
  }

  /// The field of a row as one of the form.
  init<Row: FormValues & Identifiable>(
    _ field: FormField<Row>, in locator: RowLocator<Row>, of list: String,
    _ path: any WritableKeyPath<Values, [Row]> & Sendable
  ) where Row.ID: Sendable {
    let name = RowName.field(list, locator.text, field.name)
    let find: @Sendable (Values) -> Row? = { values in
      let rows = values[keyPath: path]
      return locator.index(in: rows).map { rows[$0] }
    }
    self.init(
      bindable: BindableField(name, RowField(list, path, locator, field.bindable.field, name: name)),
      complaint: field.complaint, text: { find($0).map(field.text) ?? "" },
      parse: { text, values in
        guard let index = locator.index(in: values[keyPath: path]) else { return false }
        return field.parse(text, &values[keyPath: path][index])
      },
      isSame: { left, right in
        guard let left = find(left), let right = find(right) else {
          return find(left) == nil && find(right) == nil
        }
        return field.isSame(left, right)
      },
      copy: { source, target in
        guard let row = find(source), let index = locator.index(in: target[keyPath: path]) else { return }
        field.copy(row, &target[keyPath: path][index])
      },
      rule: { find($0).flatMap(field.rule) }, isActive: { find($0).map(field.isActive) ?? false },
      showsIssuesAtOnce: field.showsIssuesAtOnce || Row.form.showsIssuesAtOnce)
    row = FieldRow(field, of: RowName.row(list, locator.text), in: list, find)
    rows = field.rows.map { FormRows($0, in: locator, of: list, path) }
    if let target = field.focusTarget { focusTarget = { RowName.field(list, locator.text, target()) } }
  }

  /// A row as a whole, as a field of the form.
  init<Row: FormValues & Identifiable>(
    row locator: RowLocator<Row>, of list: String, _ path: any WritableKeyPath<Values, [Row]> & Sendable
  ) where Row.ID: Sendable {
    let name = RowName.row(list, locator.text)
    let find: @Sendable (Values) -> Row? = { values in
      let rows = values[keyPath: path]
      return locator.index(in: rows).map { rows[$0] }
    }
    self.init(
      bindable: BindableField(
        name, RowField(list, path, locator, TypedField<Row, Row>(\.self, name: name), name: name)),
      complaint: nil, text: { find($0).map { "\($0)" } ?? "" }, parse: { _, _ in false },
      isSame: { isUnchanged(find($1), from: find($0)) },
      copy: { source, target in
        guard let row = find(source), let index = locator.index(in: target[keyPath: path]) else { return }
        target[keyPath: path][index] = row
      },
      rule: { _ in nil }, isActive: { find($0) != nil }, showsIssuesAtOnce: Row.form.showsIssuesAtOnce)
    row = FieldRow(
      name: name, pattern: RowName.pattern(list, nil), containers: [list], isWhole: true,
      isPresent: { find($0) != nil }, rule: { find($0).flatMap { Row.form.complaint(at: nil, $0) } })
  }

  /// The name of the field, and for one of a row its name in all rows.
  var pattern: String { row?.pattern ?? name }

  /// True for a field that a user edits: neither a list nor a row as a whole.
  var isInput: Bool { rows == nil && row?.isWhole != true }

  /// The names of the rows and lists that contain the field, the innermost first.
  var containers: [String] { row?.containers ?? [] }
}
