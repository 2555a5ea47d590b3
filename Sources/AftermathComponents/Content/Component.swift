/// A list of items with a heading: one part of a screen.
///
/// ```swift
/// Component(identifier: "today", title: "Today", items: [Item(identifier: "n1", title: "Milk")])
/// ```
///
/// Its identifier is unique among the components of a screen. The identifiers of its items are unique within
/// it.
public struct Component: Hashable, Identifiable, Sendable {
  /// The identity across moves and changes; unique among the components of a screen.
  public var identifier: String
  /// The style of drawing, interpreted by the renderer.
  public var kind: String
  /// The heading; none if empty.
  public var title: String
  /// Further data for the renderer.
  public var metadata: [String: MetadataValue]
  /// The rows.
  public var items: [Item]

  /// Creates a component.
  public init(
    identifier: String, kind: String = "", title: String = "", items: [Item] = [],
    metadata: [String: MetadataValue] = [:]
  ) {
    self.identifier = identifier
    self.kind = kind
    self.title = title
    self.metadata = metadata
    self.items = items
  }

  /// The identifier.
  public var id: String { identifier }

  func hasSameHead(as other: Component) -> Bool {
    identifier == other.identifier && title == other.title && kind == other.kind && metadata == other.metadata
  }
}

extension Component: CustomStringConvertible {
  /// The identifier, the title, and the number of items.
  public var description: String {
    (title.isEmpty ? identifier : "\(identifier) “\(title)”") + " (\(items.count) items)"
  }
}

extension Component: Codable {
  private enum CodingKeys: String, CodingKey {
    case identifier, kind, title, items, metadata
  }

  /// Reads a component; everything but its identifier is optional.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      identifier: try container.decode(String.self, forKey: .identifier),
      kind: try container.decodeIfPresent(String.self, forKey: .kind) ?? "",
      title: try container.decodeIfPresent(String.self, forKey: .title) ?? "",
      items: try container.decodeIfPresent([Item].self, forKey: .items) ?? [],
      metadata: try container.decodeIfPresent([String: MetadataValue].self, forKey: .metadata) ?? [:])
  }

  /// Writes the component without its empty parts.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(identifier, forKey: .identifier)
    if !kind.isEmpty { try container.encode(kind, forKey: .kind) }
    if !title.isEmpty { try container.encode(title, forKey: .title) }
    if !items.isEmpty { try container.encode(items, forKey: .items) }
    if !metadata.isEmpty { try container.encode(metadata, forKey: .metadata) }
  }
}

/// The structure ``Component``, under a name that no framework or application has.
public typealias AftermathComponent = Component
