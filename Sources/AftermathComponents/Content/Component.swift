/// A list of items with a heading: one part of a screen.
///
/// ```swift
/// Component(identifier: "today", title: "Today", items: [Item(identifier: "n1", title: "Milk")])
/// ```
///
/// Its identifier is unique among the components of a screen, those of its items among them.
public struct Component: Hashable, Identifiable, Sendable {
  /// What it is recognised by when it moves or changes; unique among the components beside it.
  public var identifier: String
  /// How it is to be drawn; a renderer knows which kinds there are.
  public var kind: String
  /// Its heading; none when it is empty.
  public var title: String
  /// Whatever else a renderer wants to know.
  public var metadata: [String: MetadataValue]
  /// Its rows.
  public var items: [Item]

  /// A component.
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

  /// Whether all but the items is the same.
  func hasSameHead(as other: Component) -> Bool {
    identifier == other.identifier && title == other.title && kind == other.kind && metadata == other.metadata
  }
}

extension Component: CustomStringConvertible {
  /// The identifier, the title, and how many items there are.
  public var description: String {
    (title.isEmpty ? identifier : "\(identifier) “\(title)”") + " (\(items.count) items)"
  }
}

extension Component: Codable {
  private enum CodingKeys: String, CodingKey {
    case identifier, kind, title, items, metadata
  }

  /// Reads a component; all but its identifier may be missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      identifier: try container.decode(String.self, forKey: .identifier),
      kind: try container.decodeIfPresent(String.self, forKey: .kind) ?? "",
      title: try container.decodeIfPresent(String.self, forKey: .title) ?? "",
      items: try container.decodeIfPresent([Item].self, forKey: .items) ?? [],
      metadata: try container.decodeIfPresent([String: MetadataValue].self, forKey: .metadata) ?? [:])
  }

  /// Writes the component without what is empty.
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
