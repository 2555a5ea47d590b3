// The histories are encoded as a list that is sorted by the names' texts, so that equal configurations are
// encoded alike.
extension StatechartConfiguration: Codable where Name: Codable {
  private enum CodingKeys: CodingKey {
    case active
    case leaves
    case remembered
    case delays
  }

  private struct Memory: Codable {
    let state: Name
    let left: [Name]
  }

  private struct Wait: Codable {
    let state: Name
    let number: Int
    let time: Int64
    let due: Int64?
  }

  /// Decodes a configuration; one of an earlier version has no delays.
  ///
  /// Whether it fits a chart is checked by that chart: ``Statechart/isLegal(_:)``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let memories = try container.decode([Memory].self, forKey: .remembered)
    self.init(
      active: try container.decode([Name].self, forKey: .active),
      leaves: try container.decode([Name].self, forKey: .leaves),
      remembered: Dictionary(memories.map { ($0.state, $0.left) }, uniquingKeysWith: { $1 }),
      delays: try container.decodeIfPresent([Wait].self, forKey: .delays)?.map {
        StatechartDelay(state: $0.state, number: $0.number, nanoseconds: max($0.time, 0), due: $0.due)
      } ?? [])
  }

  /// Encodes the active states, the histories, and the delays, if there are any, in nanoseconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(active, forKey: .active)
    try container.encode(leaves, forKey: .leaves)
    let memories = remembered.map { Memory(state: $0, left: $1) }
    try container.encode(memories.sorted { "\($0.state)" < "\($1.state)" }, forKey: .remembered)
    if delays.isEmpty { return }
    try container.encode(
      delays.map { Wait(state: $0.state, number: $0.number, time: $0.nanoseconds, due: $0.due) },
      forKey: .delays)
  }
}
