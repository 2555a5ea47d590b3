/// A title of the catalogue, with the number of its available copies.
public struct Book: Identifiable, Equatable, Sendable {
  /// The shelf mark, such as `B 598`.
  public let id: String
  public let title: String
  public let author: String
  public let year: Int
  /// The number of copies that the library owns.
  public let copies: Int
  /// The number of copies on the shelf.
  public var copiesIn: Int

  public init(id: String, title: String, author: String, year: Int, copies: Int, copiesIn: Int) {
    self.id = id
    self.title = title
    self.author = author
    self.year = year
    self.copies = copies
    self.copiesIn = copiesIn
  }
}

/// A book that the reader has borrowed.
public struct Loan: Identifiable, Equatable, Sendable {
  public let id: Book.ID
  public let title: String
  /// The number on the library's slip.
  public let slip: Int
}
