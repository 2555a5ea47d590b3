import CGTK

/// Labels in columns and rows of one size, with letters above and numbers beside them.
public final class LabelGrid: Widget {
  private static let width = 84
  private static let height = 26
  private let columns: Int
  private let labels: [Label]
  private var places: [UnsafeMutablePointer<GtkWidget>: Int] = [:]
  private var selected: Label?
  private var pressCell: (@MainActor (_ column: Int, _ row: Int, _ isDouble: Bool) -> Void)?

  public init(
    _ name: String, columns: Int, rows: Int, head: (_ column: Int) -> String,
    name nameOf: (_ column: Int, _ row: Int) -> String
  ) {
    self.columns = columns
    labels = (0..<rows).flatMap { row in
      (0..<columns).map { Label(nameOf($0, row)).size(Int32(Self.width), Int32(Self.height)) }
    }
    super.init(gtk_grid_new(), name: name, children: labels)
    setStyle("sheet", true)
    for (index, label) in labels.enumerated() { places[label.pointer] = index }
    for column in 0..<columns { gui_grid_attach(pointer, gtk_label_new(head(column)), Int32(column + 1), 0) }
    for row in 0..<rows {
      let label = gtk_label_new("\(row)")
      gtk_widget_set_size_request(label, Int32(Self.width / 2), Int32(Self.height))
      gui_grid_attach(pointer, label, 0, Int32(row + 1))
      for column in 0..<columns {
        let cell = self.label(column: column, row: row)
        gui_label_fix(cell.pointer)
        gui_grid_attach(pointer, cell.pointer, Int32(column + 1), Int32(row + 1))
      }
    }
  }

  public func label(column: Int, row: Int) -> Label { labels[row * columns + column] }

  public func select(column: Int, row: Int) {
    selected?.setStyle("selected", false)
    selected = label(column: column, row: row)
    selected?.setStyle("selected", true)
  }

  /// Calls `press` with the cell of each press, and whether it is the second of a double click.
  public func onPress(_ press: @escaping @MainActor (_ column: Int, _ row: Int, _ isDouble: Bool) -> Void) {
    pressCell = press
    onClick { [weak self] point in
      guard let self, let label = gtk_widget_pick(pointer, point.x, point.y, GTK_PICK_DEFAULT) else { return }
      pressLabel(label, isDouble: point.count == 2)
    }
  }

  /// Does what a press of a label does; returns false for a label that is not in the grid.
  public func press(_ label: Label) -> Bool { pressLabel(label.pointer, isDouble: false) }

  @discardableResult
  private func pressLabel(_ label: UnsafeMutablePointer<GtkWidget>, isDouble: Bool) -> Bool {
    guard let index = places[label] else { return false }
    pressCell?(index % columns, index / columns, isDouble)
    return true
  }
}
