import Millrace
public import SevenSession
public import SevenTasks
import Widgets

/// A session on the windows: it finds widgets by their names, and does to them what a person does.
extension SevenWindows: Stage {
  private var front: Window? { launcher.open.last.flatMap { windows[$0] } ?? list }

  public var tickers: Int { timer.map { $0.isRunning ? 1 : 0 } ?? 0 }

  public var isIdle: Bool { flow.isIdle }

  public func open(_ task: SevenTask) throws {
    guard let button = list?.all.lazy.compactMap({ $0 as? Button }).first(where: { $0.name == task.rawValue })
    else { throw StageError.noControl(task.rawValue) }
    button.press()
  }

  public func close() throws { front?.close() }

  public func controls() -> [ShownControl] {
    front?.allVisible.compactMap { shown($0) } ?? []
  }

  public func press(_ name: String) throws {
    switch front?.allVisible.first(where: { $0.name == name }) {
    case let button as Button:
      guard button.isEnabled else { throw StageError.disabled(name) }
      button.press()
    case let label as Label:
      guard let grid = front?.allVisible.compactMap({ $0 as? LabelGrid }).first, grid.press(label) else {
        throw StageError.notFor(name)
      }
    case .some: throw StageError.notFor(name)
    case nil:
      let list = front?.allVisible.compactMap { $0 as? ListBox }.first
      guard let list, let index = list.rows.firstIndex(of: name) else { throw StageError.noControl(name) }
      list.select(index)
    }
  }

  public func press(_ name: String, x: Double, y: Double, isMenu: Bool) throws {
    guard let drawing = try find(name) as? Drawing else { throw StageError.notFor(name) }
    drawing.press(x: x, y: y, isMenu: isMenu)
  }

  public func set(_ name: String, to text: String) throws {
    let widget = try find(name)
    guard widget.isEnabled else { throw StageError.disabled(name) }
    switch widget {
    case let field as Field: field.type(text)
    case let choice as Choice:
      guard let index = choice.options.firstIndex(of: text) else { throw StageError.noOption(text, of: name) }
      choice.choose(index)
    case let slider as Slider:
      guard let value = DecimalText.number(text) else { throw StageError.noOption(text, of: name) }
      slider.slide(to: value)
    default: throw StageError.notFor(name)
    }
  }

  public func enter(_ name: String) throws {
    guard let field = try find(name) as? Field else { throw StageError.notFor(name) }
    field.enter()
  }

  public func text(of name: String) -> String? {
    front?.allVisible.first { $0.name == name && $0.isNamed }.flatMap {
      ($0 as? Label)?.text ?? shown($0)?.text
    }
  }

  public func picture(to file: String) async throws {
    // A window is drawn with the next frames of the display.
    _ = await MainLoop.wakeUps(in: .milliseconds(500))
    guard front?.picture(to: file) == true else {
      throw StageError.noPicture(
        file, reason: "The window is not on the screen yet, or the file cannot be written.")
    }
  }

  public func settle() async { await MainLoop.idle() }

  private func find(_ name: String) throws -> Widget {
    guard let widget = front?.allVisible.first(where: { $0.name == name && $0.isNamed }) else {
      throw StageError.noControl(name)
    }
    return widget
  }

  /// Returns a control as GTK shows it; nil for a container, and for a cell of the sheet.
  private func shown(_ widget: Widget) -> ShownControl? {
    var control = ShownControl(
      name: widget.name, text: "", isEnabled: widget.isEnabled, problem: widget.problem)
    switch widget {
    case let label as Label:
      if CellID(label.name) != nil { return nil }
      control.text = label.text
    case is Button: control.kind = .button
    case let field as Field: control.text = field.text
    case let choice as Choice: control.text = choice.options[choice.selected]
    case let slider as Slider: control.text = shownNumber(slider.value)
    case let gauge as Gauge: control.text = shownPercent(gauge.fraction)
    case let list as ListBox: control.text = shownList(list.rows, selected: list.selected)
    case let drawing as Drawing: control.text = drawing.summary
    case let grid as LabelGrid: control.text = grid.summary
    default: return nil
    }
    return control
  }
}
