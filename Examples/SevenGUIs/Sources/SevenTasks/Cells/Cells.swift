public import Millrace

/// Task 7: a sheet whose formulas follow what they read.
public struct Cells: Equatable, Sendable {
  public enum Message: Equatable, Sendable {
    case select(CellID)
    case move(columns: Int, rows: Int)
    /// The formula of the selected cell is being typed.
    case edit(String)
    case commit
    case cancel
  }

  public internal(set) var sheet: Sheet
  public internal(set) var selection = CellID(column: 0, row: 0)
  /// The formula that is being typed; nil while none is.
  public internal(set) var draft: String?

  public init(size: SheetSize = .standard) {
    sheet = Sheet(size: size)
  }

  /// The text of the formula field.
  public var formula: String { draft ?? sheet.source(at: selection) }

  /// A sentence about the selected cell.
  public var remark: String {
    switch sheet.value(at: selection) {
    case nil: "\(selection) is empty."
    case .error(let error): error.description
    case let value?: "\(selection) is \(value)."
    }
  }

  public static func update(_ cells: inout Cells, _ message: Message) -> Effect<Message> {
    switch message {
    case .select(let id):
      guard cells.sheet.size.contains(id) else { break }
      cells.commit()
      cells.selection = id
    case .move(let columns, let rows):
      cells.commit()
      let last = cells.sheet.size.last
      cells.selection.column = min(max(0, cells.selection.column + columns), last.column)
      cells.selection.row = min(max(0, cells.selection.row + rows), last.row)
    case .edit(let text): cells.draft = text
    case .commit: cells.commit()
    case .cancel: cells.draft = nil
    }
    return .none
  }

  private mutating func commit() {
    if let draft { sheet.write(draft, at: selection) }
    draft = nil
  }

  @MainActor public static func store(
    size: SheetSize = .standard, on flow: Flow? = nil
  ) -> Store<Cells, Message> {
    Store(Cells(size: size), flow: flow, update: update)
  }
}
