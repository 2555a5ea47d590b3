public import Millrace
public import MillraceUndo

public struct Point: Equatable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  func distance(to other: Point) -> Double {
    ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
  }
}

public struct Circle: Equatable, Sendable {
  public var center: Point
  public var diameter: Double
}

/// Task 6: circles, whose diameters can be adjusted, with undo and redo.
public struct CircleDrawer: Equatable, Sendable, UndoableState {
  public enum Message: Equatable, Sendable {
    /// The pointer has moved; nil when it has left the drawing.
    case point(Point?)
    /// Draws a circle at the pointer, where there is none.
    case draw
    /// Opens the menu of the selected circle.
    case openMenu
    case closeMenu
    /// Opens the dialog for the diameter of the selected circle.
    case adjust
    case setDiameter(Double)
    /// Closes the dialog: what it has done is one step of the history.
    case closeDialog
    case undo
    case redo
  }

  public static let width = 400.0
  public static let height = 240.0
  public static let firstDiameter = 40.0
  public static let diameters = 5.0...150.0

  public internal(set) var circles = RowTable<Int, Circle>()
  public internal(set) var pointer: Point?
  public internal(set) var isMenuOpen = false
  /// The circle whose diameter is being adjusted.
  public internal(set) var adjusting: Int?
  public var undoHistory = UndoHistory<CircleDrawer>()
  private var lastID = 0

  public static let undoParts: [UndoPart<CircleDrawer>] = [.rows("circles", \.circles)]

  public init() {}

  /// The circle that the pointer is in; of several, the one with the nearest centre.
  public var selection: Int? {
    if let adjusting { return adjusting }
    guard let pointer else { return nil }
    return circles.lazy.map { (id: $0.id, distance: $0.row.center.distance(to: pointer), circle: $0.row) }
      .filter { $0.distance < $0.circle.diameter / 2 }
      .min { $0.distance < $1.distance }?.id
  }

  public var canUndo: Bool { undoHistory.canUndo }
  public var canRedo: Bool { undoHistory.canRedo }
  public var diameter: Double? { adjusting.flatMap { circles[$0]?.diameter } }

  /// A sentence about the drawing.
  public var summary: String {
    "\(circles.count) \(circles.count == 1 ? "circle" : "circles")"
      + (selection.flatMap { circles[$0] }.map { ", selected: diameter \(Int($0.diameter))" } ?? "")
  }

  public static func update(_ drawer: inout CircleDrawer, _ message: Message) -> Effect<Message> {
    switch message {
    case .point(let point):
      if !drawer.isMenuOpen && drawer.adjusting == nil { drawer.pointer = point.map(bounded) }
    case .draw:
      guard let center = drawer.pointer, drawer.selection == nil, !drawer.isMenuOpen else { break }
      drawer.lastID += 1
      let id = drawer.lastID
      drawer.undoable("Draw circle") { $0.circles[id] = Circle(center: center, diameter: firstDiameter) }
    case .openMenu: drawer.isMenuOpen = drawer.selection != nil && drawer.adjusting == nil
    case .closeMenu: drawer.isMenuOpen = false
    case .adjust:
      drawer.adjusting = drawer.selection
      drawer.isMenuOpen = false
    case .setDiameter(let diameter):
      guard let id = drawer.adjusting else { break }
      drawer.undoable("Adjust diameter", joining: "diameter") {
        $0.circles[id]?.diameter = min(max(diameter, diameters.lowerBound), diameters.upperBound)
      }
    case .closeDialog: drawer.closeDialog()
    case .undo:
      drawer.closeDialog()
      drawer.undo()
    case .redo:
      drawer.closeDialog()
      drawer.redo()
    }
    return .none
  }

  private mutating func closeDialog() {
    adjusting = nil
    isMenuOpen = false
    undoHistory.settle()
  }

  private static func bounded(_ point: Point) -> Point {
    Point(x: min(max(point.x, 0), width), y: min(max(point.y, 0), height))
  }

  @MainActor public static func store(on flow: Flow? = nil) -> Store<CircleDrawer, Message> {
    Store(CircleDrawer(), flow: flow, update: update)
  }
}
