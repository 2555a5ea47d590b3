import MillraceCore

/// The rows of a list of a form, without their type.
struct FormRows<Values>: Sendable {
  /// The rows and their fields, in their order.
  let fields: @Sendable (Values) -> [FormField<Values>]
  /// A row, or a field of one, by its name; nil if the rows have no such field.
  let field: @Sendable (RowName) -> FormField<Values>?
  /// The texts of the ids.
  let ids: @Sendable (Values) -> [String]
  let apply: @Sendable (_ kind: FormRowChangeKind, _ row: (any Equatable & Sendable)?, inout Values) -> Void
  /// Joins the rows of three values; see ``FormDefinition/joined(base:mine:theirs:isKept:)``.
  let join:
    @Sendable (_ base: Values, _ mine: Values, _ theirs: inout Values, _ isKept: (String) -> Bool) -> Void
  let isEqual: @Sendable (any Equatable, any Equatable) -> Bool
  let encode: @Sendable (any Equatable & Sendable, any Encoder) throws -> Void
  let decode: @Sendable (any Decoder) throws -> any Equatable & Sendable
}

extension FormRows {
  init<Row: FormValues & Identifiable>(
    _ list: String, _ path: any WritableKeyPath<Values, [Row]> & Sendable
  ) where Row.ID: Sendable {
    fields = { values in
      var seen: Set<Row.ID> = []
      return values[keyPath: path].enumerated().flatMap { index, row -> [FormField<Values>] in
        guard seen.insert(row.id).inserted else { return [] }
        let locator = RowLocator<Row>(row.id, hint: index)
        return [FormField(row: locator, of: list, path)]
          + Row.form.allFields(of: row).map { FormField($0, in: locator, of: list, path) }
      }
    }
    field = { name in
      let locator = RowLocator<Row>(text: name.id)
      guard let field = name.field else { return FormField(row: locator, of: list, path) }
      return Row.form.field(field).map { FormField($0, in: locator, of: list, path) }
    }
    ids = { $0[keyPath: path].map { RowName.text($0.id) } }
    apply = { kind, row, values in
      Self.apply(kind, row as? Row, to: &values[keyPath: path])
    }
    join = { base, mine, theirs, isKept in
      let rows = RowJoin<Row>(
        list: list, base: base[keyPath: path], mine: mine[keyPath: path], theirs: theirs[keyPath: path])
      theirs[keyPath: path] = rows.joined(isKept)
    }
    let codec = TypedField<Row, Row>(\.self, name: list)
    isEqual = { left, right in (left as? Row).map { isUnchanged(right as? Row, from: $0) } ?? false }
    encode = { try codec.encode($0, to: $1) }
    decode = { try codec.decode(from: $0) }
  }

  /// The rows of a list in a row, as those of a list of the form.
  init<Row: FormValues & Identifiable>(
    _ rows: FormRows<Row>, in locator: RowLocator<Row>, of list: String,
    _ path: any WritableKeyPath<Values, [Row]> & Sendable
  ) where Row.ID: Sendable {
    let find: @Sendable (Values) -> Row? = { values in
      let rows = values[keyPath: path]
      return locator.index(in: rows).map { rows[$0] }
    }
    fields = { values in
      (find(values).map(rows.fields) ?? []).map { FormField($0, in: locator, of: list, path) }
    }
    field = { name in rows.field(name).map { FormField($0, in: locator, of: list, path) } }
    ids = { find($0).map(rows.ids) ?? [] }
    apply = { kind, row, values in
      guard let index = locator.index(in: values[keyPath: path]) else { return }
      rows.apply(kind, row, &values[keyPath: path][index])
    }
    join = { base, mine, theirs, isKept in
      guard let base = find(base), let mine = find(mine),
        let index = locator.index(in: theirs[keyPath: path])
      else { return }
      rows.join(base, mine, &theirs[keyPath: path][index]) {
        isKept(RowName.field(list, locator.text, $0))
      }
    }
    (isEqual, encode, decode) = (rows.isEqual, rows.encode, rows.decode)
  }

  private static func apply<Row: Identifiable & Sendable>(
    _ kind: FormRowChangeKind, _ row: Row?, to rows: inout [Row]
  ) where Row.ID: Sendable {
    switch kind {
    case .insert(let index):
      guard let row else { return }
      rows.insert(row, at: max(0, min(index ?? rows.count, rows.count)))
    case .remove(let id):
      guard let index = RowLocator<Row>(text: id).index(in: rows) else { return }
      rows.remove(at: index)
    case .move(let id, let target):
      guard let index = RowLocator<Row>(text: id).index(in: rows) else { return }
      let row = rows.remove(at: index)
      rows.insert(row, at: max(0, min(target, rows.count)))
    }
  }
}
