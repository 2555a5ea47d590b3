/// One row of a component: what it says, what it leads to, and the rows below it.
///
/// ```swift
/// Item(identifier: "n1", title: "Milk", subtitle: "two litres", action: "note:n1")
/// ```
///
/// Its identifier is unique among the items beside it; see ``ContentEdit`` for what happens to a second one.
/// Copying an item costs one reference, and a copy equals its original at once; setting a property allocates.
///
/// Items lie at most ``deepest`` levels deep in each other. Children that would go deeper are left out; a controller tells
/// its error handler (``ComponentError/tooDeep(identifier:)``).
public struct Item: Identifiable, Sendable {
  private struct Fields: Sendable {
    var identifier: String
    var kind: String
    var title: String
    var subtitle: String
    var action: String?
    var metadata: [String: MetadataValue]
    private(set) var children: [Item] = []
    /// The number of its levels, itself included.
    private(set) var depth = 1
    /// True when children were left out because they were too deep.
    private(set) var isCut = false

    init(
      identifier: String, kind: String, title: String, subtitle: String, action: String?,
      metadata: [String: MetadataValue], children: [Item]
    ) {
      self.identifier = identifier
      self.kind = kind
      self.title = title
      self.subtitle = subtitle
      self.action = action
      self.metadata = metadata
      set(children: children)
    }

    mutating func set(children new: [Item]) {
      let depthBelow = new.lazy.map(\.storage.fields.depth).max() ?? 0
      isCut = depthBelow >= Item.deepest
      children = isCut ? new.filter { $0.storage.fields.depth < Item.deepest } : new
      depth = 1 + (isCut ? children.lazy.map(\.storage.fields.depth).max() ?? 0 : depthBelow)
    }
  }

  /// Never changes, so that one may be shared by many copies and two items with the same one are equal.
  private final class Storage: Sendable {
    let fields: Fields

    init(_ fields: Fields) {
      self.fields = fields
    }
  }

  private var storage: Storage

  /// The maximum depth of items in items: 100.
  public static let deepest = 100

  /// True when children were left out because they were too deep.
  var isCut: Bool { storage.fields.isCut }

  /// An item.
  ///
  /// - Parameters:
  ///   - identifier: What it is recognised by when it moves or changes; unique among the items beside it.
  ///   - kind: How it is to be drawn; a renderer knows which kinds there are.
  ///   - title: The first line, or the only one.
  ///   - subtitle: What is said more quietly.
  ///   - action: A URN or URL of what selecting it leads to.
  ///   - metadata: Whatever else a renderer or a listener wants to know.
  ///   - children: The items below it; they are compared as a part of it.
  public init(
    identifier: String, kind: String = "", title: String = "", subtitle: String = "", action: String? = nil,
    metadata: [String: MetadataValue] = [:], children: [Item] = []
  ) {
    storage = Storage(
      Fields(
        identifier: identifier, kind: kind, title: title, subtitle: subtitle, action: action,
        metadata: metadata, children: children))
  }

  private mutating func change(_ body: (inout Fields) -> Void) {
    var fields = storage.fields
    body(&fields)
    storage = Storage(fields)
  }

  /// What it is recognised by when it moves or changes; unique among the items beside it.
  public var identifier: String {
    get { storage.fields.identifier }
    set { change { $0.identifier = newValue } }
  }

  /// How it is to be drawn; a renderer knows which kinds there are.
  public var kind: String {
    get { storage.fields.kind }
    set { change { $0.kind = newValue } }
  }

  /// The first line, or the only one.
  public var title: String {
    get { storage.fields.title }
    set { change { $0.title = newValue } }
  }

  /// What is said more quietly.
  public var subtitle: String {
    get { storage.fields.subtitle }
    set { change { $0.subtitle = newValue } }
  }

  /// A URN or URL of what selecting it leads to.
  public var action: String? {
    get { storage.fields.action }
    set { change { $0.action = newValue } }
  }

  /// Whatever else a renderer or a listener wants to know.
  public var metadata: [String: MetadataValue] {
    get { storage.fields.metadata }
    set { change { $0.metadata = newValue } }
  }

  /// The items below it.
  public var children: [Item] {
    get { storage.fields.children }
    set { change { $0.set(children: newValue) } }
  }

  /// The identifier.
  public var id: String { identifier }
}

extension Item: Hashable {
  /// Whether two items say the same; one reference is compared when one is a copy of the other.
  public static func == (left: Item, right: Item) -> Bool {
    if left.storage === right.storage { return true }
    let left = left.storage.fields
    let right = right.storage.fields
    return left.identifier == right.identifier && left.title == right.title && left.subtitle == right.subtitle
      && left.kind == right.kind && left.action == right.action && left.metadata == right.metadata
      && left.children == right.children
  }

  /// Hashes the identifier, by which the items of a list differ already.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension Item: CustomStringConvertible {
  /// The identifier and the title.
  public var description: String { title.isEmpty ? identifier : "\(identifier) “\(title)”" }
}

extension Item: Codable {
  private enum CodingKeys: String, CodingKey {
    case identifier, kind, title, subtitle, action, metadata, children
  }

  /// Reads an item; all but its identifier may be missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      identifier: try container.decode(String.self, forKey: .identifier),
      kind: try container.decodeIfPresent(String.self, forKey: .kind) ?? "",
      title: try container.decodeIfPresent(String.self, forKey: .title) ?? "",
      subtitle: try container.decodeIfPresent(String.self, forKey: .subtitle) ?? "",
      action: try container.decodeIfPresent(String.self, forKey: .action),
      metadata: try container.decodeIfPresent([String: MetadataValue].self, forKey: .metadata) ?? [:],
      children: try container.decodeIfPresent([Item].self, forKey: .children) ?? [])
  }

  /// Writes the item without what is empty.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(identifier, forKey: .identifier)
    if !kind.isEmpty { try container.encode(kind, forKey: .kind) }
    if !title.isEmpty { try container.encode(title, forKey: .title) }
    if !subtitle.isEmpty { try container.encode(subtitle, forKey: .subtitle) }
    try container.encodeIfPresent(action, forKey: .action)
    if !metadata.isEmpty { try container.encode(metadata, forKey: .metadata) }
    if !children.isEmpty { try container.encode(children, forKey: .children) }
  }
}

/// The structure ``Item``, under a name that no framework or application has.
public typealias AftermathItem = Item
