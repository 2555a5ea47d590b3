import CGTK

public final class Label: Widget {
  public init(_ name: String, _ text: String = "") {
    super.init(gtk_label_new(text), name: name)
    // GTK names a label after its text; what the text is about is its description.
    summary = name
    gui_label_align(pointer, 0)
    gui_label_wrap(pointer)
  }

  public override var isNamed: Bool { gui_has_description(pointer, name) }

  public var text: String {
    get { gui_label_text(pointer).map { String(cString: $0) } ?? "" }
    set { gui_label_set_text(pointer, newValue) }
  }
}

public final class Button: Widget {
  public init(_ name: String, _ press: @escaping @MainActor () -> Void) {
    super.init(gtk_button_new_with_label(name), name: name)
    connect("clicked", press)
  }

  /// Does what a click does.
  public func press() { gui_emit(pointer, "clicked") }
}

public final class Field: Widget {
  private var isBeingSet = false

  public init(_ name: String, _ type: @escaping @MainActor (String) -> Void) {
    super.init(gtk_entry_new(), name: name)
    gtk_widget_set_hexpand(pointer, 1)
    connect("changed") { [weak self] in
      if let self, !isBeingSet { type(text) }
    }
  }

  public var text: String {
    get { gui_entry_text(pointer).map { String(cString: $0) } ?? "" }
    set {
      // Also keeps the cursor in a field that is being typed in.
      guard newValue != text else { return }
      isBeingSet = true
      gui_entry_set_text(pointer, newValue)
      isBeingSet = false
    }
  }

  public func onEnter(_ enter: @escaping @MainActor () -> Void) { connect("activate", enter) }
  /// Does what the return key does.
  public func enter() { gui_emit(pointer, "activate") }
  /// Does what typing does.
  public func type(_ text: String) { gui_entry_set_text(pointer, text) }
}

public final class Choice: Widget {
  public let options: [String]
  private var isBeingSet = false

  public init(_ name: String, _ options: [String], _ choose: @escaping @MainActor (Int) -> Void) {
    self.options = options
    var texts: [UnsafePointer<CChar>?] = options.map { UnsafePointer(g_strdup($0)) } + [nil]
    super.init(gtk_drop_down_new_from_strings(&texts), name: name)
    for text in texts { g_free(UnsafeMutableRawPointer(mutating: text)) }
    connect("notify::selected") { [weak self] in
      if let self, !isBeingSet { choose(selected) }
    }
  }

  public var selected: Int {
    get { Int(gui_dropdown_selected(pointer)) }
    set {
      isBeingSet = true
      gui_dropdown_select(pointer, guint(newValue))
      isBeingSet = false
    }
  }

  public func choose(_ index: Int) { gui_dropdown_select(pointer, guint(index)) }
}

public final class Slider: Widget {
  private var isBeingSet = false

  public init(
    _ name: String, in range: ClosedRange<Double>, step: Double,
    _ slide: @escaping @MainActor (Double) -> Void
  ) {
    super.init(
      gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, range.lowerBound, range.upperBound, step),
      name: name)
    gui_slider_show_value(pointer)
    gtk_widget_set_hexpand(pointer, 1)
    connect("value-changed") { [weak self] in
      if let self, !isBeingSet { slide(value) }
    }
  }

  public var value: Double {
    get { gui_slider_value(pointer) }
    set {
      isBeingSet = true
      gui_slider_set(pointer, newValue)
      isBeingSet = false
    }
  }

  public func slide(to value: Double) { gui_slider_set(pointer, value) }
}

public final class Gauge: Widget {
  public init(_ name: String) {
    super.init(gtk_progress_bar_new(), name: name)
    gtk_widget_set_hexpand(pointer, 1)
    gtk_widget_set_valign(pointer, GTK_ALIGN_CENTER)
  }

  public var fraction: Double {
    get { gui_gauge_fraction(pointer) }
    set { gui_gauge_set(pointer, newValue) }
  }
}
