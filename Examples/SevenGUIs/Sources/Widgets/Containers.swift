import CGTK

public final class Column: Widget {
  public convenience init(_ children: Widget...) { self.init(children) }

  public init(_ children: [Widget]) {
    super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 8), children: children)
    for child in children { gui_box_append(pointer, child.pointer) }
  }
}

public final class Row: Widget {
  public init(_ children: Widget...) {
    super.init(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8), children: children)
    for child in children {
      gtk_widget_set_valign(child.pointer, GTK_ALIGN_CENTER)
      gui_box_append(pointer, child.pointer)
    }
  }
}

/// Widgets with their names before them.
public final class Form: Widget {
  public init(_ children: Widget...) {
    super.init(gtk_grid_new(), children: children)
    gui_grid_space(pointer, 12, 8)
    for (row, child) in children.enumerated() {
      let label = gtk_label_new(child.name)
      if let label { gui_label_align(label, 0) }
      gui_grid_attach(pointer, label, 0, Int32(row))
      gui_grid_attach(pointer, child.pointer, 1, Int32(row))
    }
  }
}

public final class Scroll: Widget {
  public init(_ child: Widget, width: Int32, height: Int32) {
    super.init(gtk_scrolled_window_new(), children: [child])
    gui_scroll_set(pointer, child.pointer)
    gtk_widget_set_size_request(pointer, width, height)
    gtk_widget_set_hexpand(pointer, 1)
    gtk_widget_set_vexpand(pointer, 1)
  }
}
