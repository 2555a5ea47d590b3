/// A part of a row, to which changes can be applied while the row is in its list.
final class RowField<State, Row: Identifiable & Sendable>: ChangeableField where Row.ID: Sendable {
  let name: String?
  let row: String?
  private let list: any WritableKeyPath<State, [Row]> & Sendable
  private let locator: RowLocator<Row>
  private let field: any ChangeableField<Row>

  var anyPath: AnyKeyPath { field.anyPath }

  init(
    _ listName: String, _ list: any WritableKeyPath<State, [Row]> & Sendable, _ locator: RowLocator<Row>,
    _ field: any ChangeableField<Row>, name: String? = nil
  ) {
    self.name = name ?? field.name.map { RowName.field(listName, locator.text, $0) }
    let outer = RowName.row(listName, locator.text)
    row = field.row.map { "\(outer).\($0)" } ?? outer
    self.list = list
    self.locator = locator
    self.field = field
  }

  func apply(_ value: any Equatable & Sendable, to state: inout State) {
    guard let index = locator.index(in: state[keyPath: list]) else { return }
    field.apply(value, to: &state[keyPath: list][index])
  }

  func encode(_ value: any Equatable & Sendable, to encoder: any Encoder) throws {
    try field.encode(value, to: encoder)
  }

  func decode(from decoder: any Decoder) throws -> any Equatable & Sendable {
    try field.decode(from: decoder)
  }
}
