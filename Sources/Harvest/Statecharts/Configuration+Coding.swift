// What a state remembers is kept as a list in the order of the names' texts, so that equal configurations are kept
// alike.
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

  /// Reads a configuration that was kept.
  ///
  /// Whether it is one of a chart, that chart says: ``Statechart/isLegal(_:)``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let memories = try container.decode([Memory].self, forKey: .remembered)
    self.init(
      active: try container.decode([Name].self, forKey: .active),
      leaves: try container.decode([Name].self, forKey: .leaves),
      remembered: Dictionary(memories.map { ($0.state, $0.left) }, uniquingKeysWith: { $1 }))
  }

  /// Writes the active states, and what those that were left remember.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(active, forKey: .active)
    try container.encode(leaves, forKey: .leaves)
    let memories = remembered.map { Memory(state: $0, left: $1) }
    try container.encode(memories.sorted { "\($0.state)" < "\($1.state)" }, forKey: .remembered)
  }
}
