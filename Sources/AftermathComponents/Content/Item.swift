/// One row of a component, with its texts, its action and the rows below it.
///
/// ```swift
/// Item(identifier: "n1", title: "Milk", subtitle: "two litres", action: "note:n1")
/// ```
///
/// Its identifier is unique among its siblings; ``ContentEdit`` describes the treatment of duplicates. A copy
/// of an item costs one reference, and comparing it with its original is immediate; setting a property
/// allocates.
///
/// Items nest at most ``deepest`` levels deep. Deeper children are left out, and a controller passes
/// ``ComponentError/tooDeep(identifier:)`` to its error handler.
public struct Item: Identifiable, Sendable {
  private struct Fields: Sendable {
    var identifier: String
    var kind: String
    var title: String
    var subtitle: String
    var action: String?
    var metadata: [String: MetadataValue]
    private(set) var children: [Item] = []
    /// The number of its levels, including itself.
    private(set) var depth = 1
    /// True if children were left out because they were too deep.
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

  /// Immutable, so that many copies may share one, and items with the same one are equal.
  private final class Storage: Sendable {
    let fields: Fields

    init(_ fields: Fields) {
      self.fields = fields
    }
  }

  private var storage: Storage

  /// The maximum depth of items in items: 100.
  public static let deepest = 100

  /// True if children were left out because they were too deep.
  var isCut: Bool { storage.fields.isCut }

  /// Creates an item.
  ///
  /// - Parameters:
  ///   - identifier: The identity across moves and changes; unique among the siblings.
  ///   - kind: The style of drawing, interpreted by the renderer.
  ///   - title: The first line, or the only one.
  ///   - subtitle: The secondary text.
  ///   - action: The URN or URL that a selection leads to.
  ///   - metadata: Further data for a renderer or a listener.
  ///   - children: The items below it, compared as a part of it.
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

  /// The identity across moves and changes; unique among the siblings.
  public var identifier: String {
    get { storage.fields.identifier }
    set { change { $0.identifier = newValue } }
  }

  /// The style of drawing, interpreted by the renderer.
  public var kind: String {
    get { storage.fields.kind }
    set { change { $0.kind = newValue } }
  }

  /// The first line, or the only one.
  public var title: String {
    get { storage.fields.title }
    set { change { $0.title = newValue } }
  }

  /// The secondary text.
  public var subtitle: String {
    get { storage.fields.subtitle }
    set { change { $0.subtitle = newValue } }
  }

  /// The URN or URL that a selection leads to.
  public var action: String? {
    get { storage.fields.action }
    set { change { $0.action = newValue } }
  }

  /// Further data for a renderer or a listener.
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
  /// Compares two items; for a copy and its original, only one reference is compared.
  public static func == (left: Item, right: Item) -> Bool {
    if left.storage === right.storage { return true }
    let left = left.storage.fields
    let right = right.storage.fields
    return left.identifier == right.identifier && left.title == right.title && left.subtitle == right.subtitle
      && left.kind == right.kind && left.action == right.action && left.metadata == right.metadata
      && left.children == right.children
  }

  /// Hashes the identifier, which already tells the items of a list apart.
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

  /// Reads an item; everything but its identifier is optional.
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

  /// Writes the item without its empty parts.
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
