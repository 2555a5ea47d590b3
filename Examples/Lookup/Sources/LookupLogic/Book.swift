/// A title of the catalogue and how many of its copies are in.
public struct Book: Identifiable, Equatable, Sendable {
  /// The mark on its back, such as `B 598`.
  public let id: String
  /// The title.
  public let title: String
  /// Who wrote it.
  public let author: String
  /// When it was printed.
  public let year: Int
  /// How many copies the library owns.
  public let copies: Int
  /// How many of them stand on the shelf.
  public var copiesIn: Int

  /// A title of the catalogue.
  public init(id: String, title: String, author: String, year: Int, copies: Int, copiesIn: Int) {
    self.id = id
    self.title = title
    self.author = author
    self.year = year
    self.copies = copies
    self.copiesIn = copiesIn
  }
}

/// A book that the reader has at home.
public struct Loan: Identifiable, Equatable, Sendable {
  /// The mark of the book.
  public let id: Book.ID
  /// Its title.
  public let title: String
  /// The number on the slip that the library stamped for it.
  public let slip: Int
}
