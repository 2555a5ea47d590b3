import Millrace
import MillraceSupport

/// The visible part of the contents, the selection and the status of a terminal, from which it makes the
/// rows.
struct TerminalView {
  let style: TerminalStyle
  private(set) var size: (width: Int, height: Int) = (0, 0)
  private var outline = TerminalOutline(components: [])
  private(set) var selection: ItemPath?
  var isInProgress = false
  var failure: String?
  /// The number of the first visible row.
  private var top = 0
  /// The number of the selected item, used when the item is deleted.
  private var selectedNumber = 0

  init(style: TerminalStyle, width: Int, height: Int) {
    self.style = style
    resize(width: width, height: height)
  }

  // MARK: Input

  /// Changes the size, limited to 10,000 columns and rows, because each row is stored.
  mutating func resize(width: Int, height: Int) {
    size = (max(0, min(10_000, width)), max(0, min(10_000, height)))
  }

  mutating func show(_ components: [Component]) {
    outline = TerminalOutline(components: components)
    keepSelection()
  }

  /// Applies steps; returns the error of one that does not fit, and continues with the next.
  mutating func render(_ changes: [ContentChange]) -> ComponentError? {
    var problem: ComponentError?
    for change in changes {
      do throws(ComponentError) { try outline.apply(change) } catch { problem = problem ?? error }
    }
    keepSelection()
    return problem
  }

  /// Selects the item at a path, or none; false if there is no such item.
  mutating func select(_ path: ItemPath?) -> Bool {
    guard let path else {
      selection = nil
      return true
    }
    guard let number = outline.number(of: path, near: selectedNumber) else { return false }
    selection = path
    selectedNumber = number
    return true
  }

  /// Moves the selection by this number of items; selects the first item if none was selected.
  mutating func moveSelection(by steps: Int) {
    let count = outline.count.items
    let (sum, isTooFar) = selectedNumber.addingReportingOverflow(steps)
    let wanted = selection == nil ? 0 : (isTooFar ? (steps > 0 ? count : 0) : sum)
    selectedNumber = max(0, min(count - 1, wanted))
    selection = outline.path(ofItem: selectedNumber)
  }

  /// True if the last item is selected or there are no items.
  var isAtEnd: Bool {
    let count = outline.count.items
    return count == 0 || (selection != nil && selectedNumber == count - 1)
  }

  /// Keeps the selection on its item, or, after its deletion, on the item at its former position.
  private mutating func keepSelection() {
    guard let selection else { return }
    if let number = outline.number(of: selection, near: selectedNumber) {
      selectedNumber = number
      return
    }
    selectedNumber = max(0, min(outline.count.items - 1, selectedNumber))
    self.selection = outline.path(ofItem: selectedNumber)
  }

  // MARK: Output

  /// Returns the rows of the terminal; the last shows progress and failure.
  mutating func rows() -> [TerminalRow] {
    let (width, height) = size
    if height == 0 { return [] }
    let room = height - 1
    let count = outline.count
    scroll(room, count.rows, selection.map { _ in outline.row(ofItem: selectedNumber) })
    var rows = outline.rows(top..<(top + room)).map { row(of: $0) }
    if count.items == 0 && rows.count < room && !isInProgress {
      rows.append(TerminalRow([(style.emptyText, .quiet)], width: width))
    }
    while rows.count < room { rows.append(TerminalRow(width: width)) }
    return rows + [status]
  }

  /// Scrolls so that the selected row is visible and no space stays empty below.
  private mutating func scroll(_ room: Int, _ count: Int, _ selectedRow: Int?) {
    if let row = selectedRow, room > 0 {
      if row < top { top = row }
      if row >= top + room { top = row - room + 1 }
      // The heading above the first item is shown together with it.
      if row == 1 && top == 1 && room > 1 { top = 0 }
    }
    top = max(0, min(top, count - room))
  }

  private func row(of row: TerminalOutline.Row) -> TerminalRow {
    switch row {
    case .heading(let component):
      return TerminalRow([(component.title, .heading)], width: size.width)
    case .item(let item, let depth, let path):
      let isSelected = path == selection
      let blank = String(repeating: " ", count: TextWidth.of(DisplayText.sanitized(style.marker)))
      var pieces: [(String, TerminalRow.RowStyle)] = [
        (isSelected ? style.marker : blank, .plain),
        (String(repeating: style.indentation, count: depth), .plain),
        (item.title.isEmpty ? item.identifier : item.title, isSelected ? .selected : .plain),
      ]
      if !item.subtitle.isEmpty { pieces += [(style.separator, .plain), (item.subtitle, .quiet)] }
      return TerminalRow(pieces, width: size.width)
    }
  }

  private var status: TerminalRow {
    if let failure { return TerminalRow([(failure, .failure)], width: size.width) }
    return TerminalRow(isInProgress ? [(style.progressText, .quiet)] : [], width: size.width)
  }
}
