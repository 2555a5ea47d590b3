import CGTK

/// A list with at most one selected row.
public final class ListBox: Widget {
  private var isBeingSet = false
  /// The texts of the rows, as they were set.
  public private(set) var rows: [String] = []

  public init(_ name: String, _ select: @escaping @MainActor (Int?) -> Void) {
    super.init(gtk_list_box_new(), name: name)
    connect("row-selected") { [weak self] in
      if let self, !isBeingSet { select(selected) }
    }
  }

  public func show(_ rows: [String], selected: Int?) {
    isBeingSet = true
    if rows != self.rows {
      while gui_list_remove(pointer, 0) {}
      for row in rows {
        let label = gtk_label_new(row)
        if let label { gui_label_align(label, 0) }
        gui_list_append(pointer, label)
      }
      self.rows = rows
    }
    gui_list_select(pointer, Int32(selected ?? -1))
    isBeingSet = false
  }

  public var selected: Int? {
    let index = gui_list_selected(pointer)
    return index < 0 ? nil : Int(index)
  }

  /// Does what a click on a row does.
  public func select(_ index: Int) { gui_list_select(pointer, Int32(index)) }
}
