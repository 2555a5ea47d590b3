// The histories are encoded as a list that is sorted by the names' texts, so that equal configurations are
// encoded alike.
extension StatechartConfiguration: Codable where Name: Codable {
  private enum CodingKeys: CodingKey {
    case active
    case leaves
    case remembered
  }

  private struct Memory: Codable {
    let state: Name
    let left: [Name]
  }

  /// Decodes a configuration.
  ///
  /// Whether it fits a chart is checked by that chart: ``Statechart/isLegal(_:)``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let memories = try container.decode([Memory].self, forKey: .remembered)
    self.init(
      active: try container.decode([Name].self, forKey: .active),
      leaves: try container.decode([Name].self, forKey: .leaves),
      remembered: Dictionary(memories.map { ($0.state, $0.left) }, uniquingKeysWith: { $1 }))
  }

  /// Encodes the active states and the histories.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(active, forKey: .active)
    try container.encode(leaves, forKey: .leaves)
    let memories = remembered.map { Memory(state: $0, left: $1) }
    try container.encode(memories.sorted { "\($0.state)" < "\($1.state)" }, forKey: .remembered)
  }
}
