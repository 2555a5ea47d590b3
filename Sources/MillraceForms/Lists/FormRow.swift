public import Millrace

/// A row of a list in a form, at any depth: the way to it by the ids of rows.
///
/// ```swift
/// let line = FormRow(\Order.lines, 7)
/// let option = line.row(\.options, 2)
///
/// option.name                                     // lines[7].options[2]
/// form[option, \.price]?.text
/// store.send(.type(option, \.price, "2.50"))
/// store.send(.append(line, \.options, Option(id: 3)))
/// ```
///
/// It is a place, and no row needs to be there. Two of them are equal if they have the same name.
public struct FormRow<Values: FormValues, Row: FormValues & Identifiable>: Sendable where Row.ID: Sendable {
  /// The name of the row, such as `lines[7]`.
  public let name: String
  /// The id of the row.
  public let id: Row.ID
  /// The name of its list, such as `lines` or `lines[7].options`.
  let listName: String
  private let find: @Sendable (Values) -> Row?
  private let lift: @Sendable (any ChangeableField<Row>) -> any ChangeableField<Values>

  /// Creates the place of a row in a list of the form.
  public init(_ list: any WritableKeyPath<Values, [Row]> & Sendable, _ id: Row.ID) {
    let (listName, locator) = (Values.form.field(at: list).name, RowLocator<Row>(id))
    self.listName = listName
    name = RowName.row(listName, locator.text)
    self.id = id
    find = { values in
      let rows = values[keyPath: list]
      return locator.index(in: rows).map { rows[$0] }
    }
    lift = { RowField(listName, list, locator, $0) }
  }

  private init(
    name: String, listName: String, id: Row.ID, find: @escaping @Sendable (Values) -> Row?,
    lift: @escaping @Sendable (any ChangeableField<Row>) -> any ChangeableField<Values>
  ) {
    (self.name, self.listName, self.id, self.find, self.lift) = (name, listName, id, find, lift)
  }

  /// Returns the place of a row in a list of this row.
  public func row<Inner: FormValues & Identifiable>(
    _ list: any WritableKeyPath<Row, [Inner]> & Sendable, _ id: Inner.ID
  ) -> FormRow<Values, Inner> where Inner.ID: Sendable {
    let inner = FormRow<Row, Inner>(list, id)
    return FormRow<Values, Inner>(
      name: "\(name).\(inner.name)", listName: "\(name).\(inner.listName)", id: id,
      find: { [find] in find($0).flatMap(inner.find) }, lift: { [lift] in lift(inner.lift($0)) })
  }

  /// Returns the name of a field of the row, or of a list in it, such as `lines[7].amount`.
  public func name(of path: PartialKeyPath<Row>) -> String { "\(name).\(Row.form.field(at: path).name)" }

  /// Returns the row; nil if it is not there.
  public func row(in values: Values) -> Row? { find(values) }

  /// Returns a part of the row as one of the form.
  func field<Value: Equatable & Sendable>(
    _ path: any WritableKeyPath<Row, Value> & Sendable
  ) -> any ChangeableField<Values> {
    lift(TypedField(path, name: Row.form.field(at: path).name))
  }
}

extension FormRow: Hashable, CustomStringConvertible {
  /// Returns true if both have the same name.
  public static func == (left: FormRow, right: FormRow) -> Bool { left.name == right.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The name of the row.
  public var description: String { name }
}

extension FormState {
  /// The present status of a row at any depth; nil if it is not there.
  public subscript<Row: FormValues & Identifiable>(row: FormRow<Values, Row>) -> FormRowStatus<Row.ID>? {
    if row.row(in: value) == nil { return nil }
    let fields = Values.form.fieldsOfRows(in: row.listName, of: value).filter {
      $0.name == row.name || $0.containers.contains(row.name)
    }
    return status(of: fields[...], row.id, isNew: row.row(in: initial) == nil)
  }

  /// The present status of a field of a row at any depth; nil if the row is not there.
  public subscript<Row: FormValues & Identifiable>(
    row: FormRow<Values, Row>, path: PartialKeyPath<Row>
  ) -> FieldStatus? {
    self[row.name(of: path)]
  }

  /// The rows of a list in a row, in their order, each with the status of its fields; none if the row is not
  /// there.
  public func rows<Row: FormValues & Identifiable, Inner: FormValues & Identifiable>(
    _ row: FormRow<Values, Row>, _ list: KeyPath<Row, [Inner]>
  ) -> [FormRowStatus<Inner.ID>] where Inner.ID: Sendable {
    rows(row.name(of: list), row.row(in: value)?[keyPath: list], row.row(in: initial)?[keyPath: list])
  }

  /// The value of a part of a row; nil if the row is not there.
  subscript<Row: FormValues & Identifiable, Value>(
    row: FormRow<Values, Row>, value path: KeyPath<Row, Value>
  ) -> Value? {
    row.row(in: value)?[keyPath: path]
  }
}

extension FormMessage {
  /// Returns the message for the text of a field of a row at any depth.
  public static func type<Row: FormValues & Identifiable>(
    _ row: FormRow<Values, Row>, _ path: PartialKeyPath<Row>, _ text: String
  ) -> FormMessage {
    .type(field: row.name(of: path), text: text)
  }

  /// Returns the message for a chosen value of a field of a row at any depth.
  public static func choose<Row: FormValues & Identifiable, Value: Equatable & Sendable>(
    _ row: FormRow<Values, Row>, _ path: any WritableKeyPath<Row, Value> & Sendable, _ value: Value
  ) -> FormMessage {
    .change(FieldChange(row, path, value))
  }

  /// Returns the message that gives a field of a row at any depth the keyboard focus.
  public static func focus<Row: FormValues & Identifiable>(
    _ row: FormRow<Values, Row>, _ path: PartialKeyPath<Row>
  ) -> FormMessage {
    .focus(row.name(of: path))
  }

  /// Returns the message that adds a row at the end of a list in a row.
  public static func append<Row: FormValues & Identifiable, Inner: FormValues & Identifiable>(
    _ row: FormRow<Values, Row>, _ list: any WritableKeyPath<Row, [Inner]> & Sendable, _ inner: Inner
  ) -> FormMessage where Inner.ID: Sendable {
    rows(row.name(of: list), .insert(at: nil), inner)
  }

  /// Returns the message that adds a row at a position of a list in a row; beyond the end it is added there.
  public static func insert<Row: FormValues & Identifiable, Inner: FormValues & Identifiable>(
    _ row: FormRow<Values, Row>, _ list: any WritableKeyPath<Row, [Inner]> & Sendable, _ inner: Inner,
    at index: Int
  ) -> FormMessage where Inner.ID: Sendable {
    rows(row.name(of: list), .insert(at: index), inner)
  }

  /// Returns the message that removes a row at any depth, with its texts, complaints and checks.
  public static func remove<Row: FormValues & Identifiable>(
    _ row: FormRow<Values, Row>
  ) -> FormMessage {
    rows(row.listName, .remove(id: RowName.text(row.id)), Row?.none)
  }

  /// Returns the message that moves a row at any depth, so that it has this position among the rows of its
  /// list.
  public static func move<Row: FormValues & Identifiable>(
    _ row: FormRow<Values, Row>, to index: Int
  ) -> FormMessage {
    rows(row.listName, .move(id: RowName.text(row.id), to: index), Row?.none)
  }
}

extension FieldChange where State: FormValues {
  /// Creates a change of a part of a row at any depth; it changes nothing where the row is not there.
  public init<Row: FormValues & Identifiable, Value: Equatable & Sendable>(
    _ row: FormRow<State, Row>, _ path: any WritableKeyPath<Row, Value> & Sendable, _ value: Value
  ) {
    self.init(field: row.field(path), value: value)
  }
}

extension FormIssue {
  /// Creates a complaint about a field of a row at any depth.
  public init<Values: FormValues, Row: FormValues & Identifiable>(
    _ row: FormRow<Values, Row>, _ path: PartialKeyPath<Row>, _ message: String
  ) {
    self.init(field: row.name(of: path), message)
  }

  /// Creates a complaint about a row at any depth as a whole.
  public init<Values: FormValues, Row: FormValues & Identifiable>(
    _ row: FormRow<Values, Row>, _ message: String
  ) {
    self.init(field: row.name, message)
  }
}

extension Scope {
  /// Creates a binding to the text of a field of a row at any depth, as typed.
  ///
  /// Its value is nil while the row is not there, and writing does nothing then; see
  /// ``StateBinding/unwrapped()``.
  public func textBinding<Values, Row: FormValues & Identifiable>(
    _ row: FormRow<Values, Row>, _ path: PartialKeyPath<Row>, isolation: isolated (any Actor)? = #isolation
  ) -> StateBinding<String?> where State == FormState<Values>, Message == FormMessage<Values> {
    textBinding(named: row.name(of: path), isolation: isolation)
  }

  /// Creates a binding to the value of a field of a row at any depth.
  ///
  /// Its value is nil while the row is not there, and writing does nothing then.
  public func valueBinding<Values, Row: FormValues & Identifiable, Value: Equatable & Sendable>(
    _ row: FormRow<Values, Row>, _ path: any WritableKeyPath<Row, Value> & Sendable,
    isolation: isolated (any Actor)? = #isolation
  ) -> StateBinding<Value?> where State == FormState<Values>, Message == FormMessage<Values> {
    flow.adopt(home: isolation)
    let part: KeyPath<Row, Value> = path
    let read: KeyPath<FormState<Values>, Value?> = \.[row, value: part]
    return StateBinding(
      get: { self[dynamicMember: read] },
      set: { value in
        guard let value, self.withState({ $0[row, value: part] != nil }) else { return }
        self.send(.change(FieldChange(row, path, value)), isolation: nil)
      })
  }
}
