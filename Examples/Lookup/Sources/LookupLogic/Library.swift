public import Millrace

/// The program's interface to a library.
///
/// Every answer may take time, and may be an error.
public protocol Library: Sendable {
  /// Returns the books whose title or author contains all of these words.
  func books(matching words: String) async throws -> [Book]
  /// Returns the catalogue's text about a book.
  func summary(of id: Book.ID) async throws -> String
  /// Lends a copy under a slip with this number, and returns the updated book.
  func lend(_ id: Book.ID, slip: Int) async throws -> Book
  /// Takes a copy back, and returns the updated book.
  func takeBack(_ id: Book.ID) async throws -> Book
  /// Unplugs the line to the library, or plugs it in.
  func plug(in isPlugged: Bool) async
}

/// The reason why a library refuses.
public enum LibraryError: Error, Equatable, CustomStringConvertible {
  /// The line is unplugged.
  case unreachable
  case unknownBook(Book.ID)
  /// All copies are lent.
  case noCopyIn(title: String)
  /// The reader has reached the limit of loans.
  case tooManyLoans(limit: Int)
  /// The reader has already borrowed the book.
  case alreadyOnLoan(title: String)
  /// The reader has not borrowed the book.
  case notOnLoan(title: String)

  public var description: String {
    switch self {
    case .unreachable: "The library does not answer, because the line is unplugged; 'online' plugs it in."
    case .unknownBook(let id): "The library has no book with the mark '\(id)'; 'find' shows those it has."
    case .noCopyIn(let title): "No copy of '\(title)' is in; choose another book, or 'return' yours."
    case .tooManyLoans(let limit): "A reader may have \(limit) books; 'return' one before you take the next."
    case .alreadyOnLoan(let title): "You have '\(title)' at home; 'return' brings it back."
    case .notOnLoan(let title): "'\(title)' is not on loan to you; 'loans' lists what is."
    }
  }
}

/// The library in the store's environment.
public enum LibraryKey: StoreEnvironmentKey {
  public static let defaultValue: any Library = LocalLibrary()
}
