/// The size of the terminal, in columns and rows.
public struct Size: Codable, Hashable, Sendable {
  /// The columns; at least 1.
  public let width: Int
  /// The rows; at least 1.
  public let height: Int

  /// Creates a size within bounds: at least one cell, and no larger than any real terminal.
  public init(width: Int, height: Int) {
    self.width = min(max(width, 1), 2_000)
    self.height = min(max(height, 1), 2_000)
  }

  /// Decodes a size, within the same bounds.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      width: try container.decode(Int.self, forKey: .width),
      height: try container.decode(Int.self, forKey: .height))
  }
}
