/// The insides of a store as values for tools: what its dialect and the kernel know at one moment.
///
/// ``FlowInternals/facts()`` returns those of every store of a flow. A dialect adds its own by
/// ``StoreInternals/describe(whenTapped:state:whole:facts:)``.
public struct StoreFacts: Sendable, Hashable {
  /// The name of the dialect; nil for a store of the kernel.
  public var dialect: String?
  /// The tables: those of the dialect, then those of the kernel.
  ///
  /// A table without rows is left out.
  public var tables: [FactTable]
  /// The states and transitions of a machine; nil for a store that is none.
  public var diagram: FactDiagram?

  /// Creates facts.
  ///
  /// - Parameters:
  ///   - dialect: The name of the dialect.
  ///   - tables: The tables.
  ///   - diagram: The states and transitions of a machine.
  public init(dialect: String? = nil, tables: [FactTable] = [], diagram: FactDiagram? = nil) {
    self.dialect = dialect
    self.tables = tables
    self.diagram = diagram
  }

  /// Returns the first table with this title; nil if there is none.
  public func table(_ title: String) -> FactTable? { tables.first { $0.title == title } }
}

/// A table of texts for people, of a bounded size.
public struct FactTable: Sendable, Hashable {
  /// The maximum number of rows: 1,000.
  public static let rowLimit = 1_000

  /// The title, such as `Effects`.
  public let title: String
  /// The titles of the columns.
  public let columns: [String]
  /// The rows, each with a text for every column: one line of at most ``FactText/limit`` characters.
  public let rows: [[String]]
  /// The indices of the rows that stand out, such as those of live subscriptions.
  public let marked: [Int]
  /// The number of rows beyond ``rowLimit``, which are left out.
  public let omitted: Int

  /// Creates a table with a row for each item.
  ///
  /// Items beyond ``rowLimit`` are counted and make no row.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - columns: The titles of the columns.
  ///   - items: The items, in the order of the rows.
  ///   - isMarked: A function that returns true for an item whose row stands out.
  ///   - row: A function that returns the texts of an item's row, one for each column.
  public init<Items: Collection>(
    _ title: String, columns: [String], of items: Items,
    marked isMarked: (Items.Element) -> Bool = { _ in false },
    row: (Items.Element) -> [String]
  ) {
    let shown = items.prefix(Self.rowLimit)
    self.title = title
    self.columns = columns
    rows = shown.map { item in row(item).map { FactText.line($0) } }
    marked = shown.enumerated().filter { isMarked($0.element) }.map(\.offset)
    omitted = items.count - rows.count
  }
}

/// A machine as a diagram: its states, and the transitions between them.
public struct FactDiagram: Sendable, Hashable {
  /// The maximum number of states: 250, more than a person can read in one picture.
  public static let nodeLimit = 250
  /// The maximum number of transitions: 1,000.
  public static let edgeLimit = 1_000

  /// A state of the machine.
  public struct Node: Sendable, Hashable {
    /// The identifier, unique in the diagram.
    public let id: String
    /// The name for people.
    public let title: String
    /// The identifier of the state that contains it; nil for an outermost one.
    public let parent: String?
    /// A Boolean value that indicates whether the machine is in the state.
    public let isActive: Bool

    /// Creates a state.
    public init(id: String, title: String, parent: String? = nil, isActive: Bool) {
      self.id = id
      self.title = FactText.line(title)
      self.parent = parent
      self.isActive = isActive
    }
  }

  /// A transition of the machine.
  public struct Edge: Sendable, Hashable {
    /// The identifier of the state that the transition leaves.
    public let from: String
    /// The identifier of the state that it leads to.
    public let to: String
    /// The input and the guard.
    public let title: String
    /// The number of times that it was taken while a tap watched.
    public let count: Int
    /// A Boolean value that indicates whether it was the last one taken.
    public let isLast: Bool

    /// Creates a transition.
    public init(from: String, to: String, title: String, count: Int = 0, isLast: Bool = false) {
      self.from = from
      self.to = to
      self.title = FactText.line(title)
      self.count = count
      self.isLast = isLast
    }
  }

  /// The states, at most ``nodeLimit``.
  public let nodes: [Node]
  /// The transitions, at most ``edgeLimit``, between the states above.
  public let edges: [Edge]
  /// The number of states and transitions that are left out.
  public let omitted: Int

  /// Creates a diagram; states and transitions beyond the limits are left out and counted.
  public init(nodes: [Node], edges: [Edge]) {
    self.nodes = Array(nodes.prefix(Self.nodeLimit))
    let ids = Set(self.nodes.map(\.id))
    self.edges = Array(
      edges.lazy.filter { ids.contains($0.from) && ids.contains($0.to) }.prefix(Self.edgeLimit))
    omitted = nodes.count - self.nodes.count + edges.count - self.edges.count
  }
}

/// The texts of facts.
public enum FactText {
  /// The maximum number of characters of a text: 200.
  public static let limit = 200

  /// Returns the first line of a text, at most ``limit`` characters of it; "…" stands for the rest.
  public static func line(_ text: String) -> String {
    let line = text.prefix { !$0.isNewline }.prefix(limit)
    return line.endIndex == text.endIndex ? text : String(line.prefix(limit - 1)) + "…"
  }

  /// Returns a short name of a value: that of a ``WrappingMessage``, the name of an enum's case, with that of
  /// a case inside it, or else the name of the type.
  ///
  /// The contents are not read, so it costs the same for a value of any size.
  public static func name(of value: Any) -> String {
    if let wrapping = value as? any WrappingMessage { return wrapping.shownName }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return "\(type(of: value))" }
    guard let contents = mirror.children.first else { return line("\(value)") }
    let name = contents.label ?? "\(type(of: value))"
    let inner = Mirror(reflecting: contents.value)
    return inner.displayStyle == .enum ? "\(name) \(Self.name(of: contents.value))" : name
  }
}

/// A message that wraps another value, which tools show in its place.
///
/// The messages of a dialect's store may serve the dialect, as those of a bus do. Their users know what is
/// inside.
public protocol WrappingMessage {
  /// The name of the message in lists, such as that of the command inside.
  var shownName: String { get }
  /// The value inside.
  var shownContents: Any { get }
}
