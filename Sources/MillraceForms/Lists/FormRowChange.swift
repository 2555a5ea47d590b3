/// The kind of a change of a form's list.
enum FormRowChangeKind: Hashable, Sendable, Codable {
  /// A row is inserted at a position; nil for the end.
  case insert(at: Int?)
  case remove(id: String)
  case move(id: String, to: Int)
}

/// A change of a list of a form, as a value: a row is added, removed or moved.
///
/// It can be compared, described, sent and recorded. ``FormMessage/append(_:_:)``,
/// ``FormMessage/insert(_:_:at:)``, ``FormMessage/remove(_:_:)`` and ``FormMessage/move(_:_:to:)`` create it.
public struct FormRowChange<Values: FormValues>: Sendable {
  /// The name of the list.
  public let list: String
  let kind: FormRowChangeKind
  /// The row that is added.
  let row: (any Equatable & Sendable)?
  /// The text of its id.
  let id: String?
}

extension FormRowChange: Equatable {
  /// Returns true if both change the same list in the same way, with equal rows.
  public static func == (left: FormRowChange, right: FormRowChange) -> Bool {
    guard left.list == right.list, left.kind == right.kind, left.id == right.id else { return false }
    guard let row = left.row, let other = right.row else { return left.row == nil && right.row == nil }
    return Values.form.field(left.list)?.rows?.isEqual(row, other) ?? false
  }
}

extension FormRowChange: CustomStringConvertible {
  /// The list and the change, such as `lines: remove 7`.
  public var description: String {
    switch kind {
    case .insert(let index):
      "\(list): insert \(id ?? "") \(index.map { "at \($0)" } ?? "at the end")"
    case .remove(let id): "\(list): remove \(id)"
    case .move(let id, let index): "\(list): move \(id) to \(index)"
    }
  }
}

extension FormRowChange: Codable where Values: Codable {
  private enum CodingKeys: String, CodingKey {
    case list, kind, row, id
  }

  /// Reads a change of a declared list.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    list = try container.decode(String.self, forKey: .list)
    kind = try container.decode(FormRowChangeKind.self, forKey: .kind)
    id = try container.decodeIfPresent(String.self, forKey: .id)
    guard let rows = Values.form.field(list)?.rows else {
      throw DecodingError.dataCorruptedError(
        forKey: .list, in: container,
        debugDescription: """
          A change of the form of `\(Values.self)` names the list `\(list)`, which is not declared; declare it by \
          `FormField(rows:)`, under the name that it had when the change was recorded.
          """)
    }
    row = container.contains(.row) ? try rows.decode(container.superDecoder(forKey: .row)) : nil
  }

  /// Writes the name of the list, the kind of the change and the row.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(list, forKey: .list)
    try container.encode(kind, forKey: .kind)
    try container.encodeIfPresent(id, forKey: .id)
    if let row { try Values.form.field(list)?.rows?.encode(row, container.superEncoder(forKey: .row)) }
  }
}

extension FormMessage {
  /// Returns the message that adds a row at the end of a list.
  public static func append<Row: FormValues & Identifiable>(
    _ list: any WritableKeyPath<Values, [Row]> & Sendable, _ row: Row
  ) -> FormMessage where Row.ID: Sendable {
    rows(list, .insert(at: nil), row)
  }

  /// Returns the message that adds a row at a position of a list; beyond the end it is added there.
  public static func insert<Row: FormValues & Identifiable>(
    _ list: any WritableKeyPath<Values, [Row]> & Sendable, _ row: Row, at index: Int
  ) -> FormMessage where Row.ID: Sendable {
    rows(list, .insert(at: index), row)
  }

  /// Returns the message that removes a row, with its texts, complaints and checks.
  public static func remove<Row: FormValues & Identifiable>(
    _ list: any WritableKeyPath<Values, [Row]> & Sendable, _ id: Row.ID
  ) -> FormMessage where Row.ID: Sendable {
    rows(list, .remove(id: RowName.text(id)), nil)
  }

  /// Returns the message that moves a row, so that it has this position among the rows.
  public static func move<Row: FormValues & Identifiable>(
    _ list: any WritableKeyPath<Values, [Row]> & Sendable, _ id: Row.ID, to index: Int
  ) -> FormMessage where Row.ID: Sendable {
    rows(list, .move(id: RowName.text(id), to: index), nil)
  }

  private static func rows<Row: FormValues & Identifiable>(
    _ list: any WritableKeyPath<Values, [Row]> & Sendable, _ kind: FormRowChangeKind, _ row: Row?
  ) -> FormMessage where Row.ID: Sendable {
    rows(Values.form.field(at: list).name, kind, row)
  }

  static func rows<Row: FormValues & Identifiable>(
    _ list: String, _ kind: FormRowChangeKind, _ row: Row?
  ) -> FormMessage where Row.ID: Sendable {
    .rows(FormRowChange(list: list, kind: kind, row: row, id: row.map { RowName.text($0.id) }))
  }

  // MARK: Fields of rows

  /// Returns the message for the text of a field of a row.
  public static func type<Row: FormValues & Identifiable>(
    _ list: KeyPath<Values, [Row]>, _ id: Row.ID, _ path: PartialKeyPath<Row>, _ text: String
  ) -> FormMessage where Row.ID: Sendable {
    .type(field: Values.form.name(of: path, in: list, id), text: text)
  }

  /// Returns the message for a chosen value of a field of a row.
  public static func choose<Row: FormValues & Identifiable, Value: Equatable & Sendable>(
    _ list: any WritableKeyPath<Values, [Row]> & Sendable, _ id: Row.ID,
    _ path: any WritableKeyPath<Row, Value> & Sendable, _ value: Value
  ) -> FormMessage where Row.ID: Sendable {
    .change(FieldChange(list, id, path, value))
  }

  /// Returns the message that gives a field of a row the keyboard focus.
  public static func focus<Row: FormValues & Identifiable>(
    _ list: KeyPath<Values, [Row]>, _ id: Row.ID, _ path: PartialKeyPath<Row>
  ) -> FormMessage where Row.ID: Sendable {
    .focus(Values.form.name(of: path, in: list, id))
  }
}

extension FieldChange where State: FormValues {
  /// Creates a change of a part of a row; it changes nothing where the row is not in the list.
  public init<Row: FormValues & Identifiable, Value: Equatable & Sendable>(
    _ list: any WritableKeyPath<State, [Row]> & Sendable, _ id: Row.ID,
    _ path: any WritableKeyPath<Row, Value> & Sendable, _ value: Value
  ) where Row.ID: Sendable {
    self.init(FormRow(list, id), path, value)
  }
}
