public import Millrace

/// What the program asks of a library.
///
/// Every answer may take its time, and may be an error.
public protocol Library: Sendable {
  /// The books in whose title or author all of these words occur.
  func books(matching words: String) async throws -> [Book]
  /// What the catalogue says about a book.
  func summary(of id: Book.ID) async throws -> String
  /// Lends a copy under a slip with this number, and gives the book as it is now.
  func lend(_ id: Book.ID, slip: Int) async throws -> Book
  /// Takes a copy back, and gives the book as it is now.
  func takeBack(_ id: Book.ID) async throws -> Book
  /// Pulls the plug of the line to the library, or puts it in again.
  func plug(in isPlugged: Bool) async
}

/// Why a library says no.
public enum LibraryError: Error, Equatable, CustomStringConvertible {
  /// The line is dead.
  case unreachable
  /// There is no such book.
  case unknownBook(Book.ID)
  /// All copies are out.
  case noCopyIn(title: String)
  /// The reader has as many books as a reader may have.
  case tooManyLoans(limit: Int)
  /// The reader has it at home.
  case alreadyOnLoan(title: String)
  /// The reader does not have the book.
  case notOnLoan(title: String)

  /// What happened, why, and what to do.
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

/// Where effects find the library: in the environment of the store.
public enum LibraryKey: StoreEnvironmentKey {
  /// A library that answers at once.
  public static let defaultValue: any Library = LocalLibrary()
}
