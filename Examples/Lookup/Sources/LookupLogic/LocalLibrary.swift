import Foundation

/// A library in memory, which answers with a delay like a remote one.
public actor LocalLibrary: Library {
  private var copiesIn: [Book.ID: Int] = [:]
  private var loans: Set<Book.ID> = []
  private var isPlugged = true
  private let latency: Duration
  private let clock: any Clock<Duration>

  /// The maximum number of loans per reader.
  public static let loanLimit = 3

  /// Creates a library with all of its books on the shelf.
  ///
  /// - Parameters:
  ///   - latency: The delay of each answer; zero for none.
  ///   - clock: The clock that measures the delay.
  public init(latency: Duration = .zero, clock: any Clock<Duration> = ContinuousClock()) {
    self.latency = latency
    self.clock = clock
  }

  /// Returns the books whose title or author contains all of these words, ignoring case and accents.
  public func books(matching words: String) async throws -> [Book] {
    try await answer()
    let words = words.split(separator: " ")
    return Shelf.entries.map { current($0.book) }.filter { book in
      words.allSatisfy { word in
        "\(book.title) \(book.author)".range(of: word, options: [.caseInsensitive, .diacriticInsensitive])
          != nil
      }
    }
  }

  public func summary(of id: Book.ID) async throws -> String {
    try await answer()
    return try entry(id).summary
  }

  /// Lends a copy, if one is available and the reader may borrow one more.
  public func lend(_ id: Book.ID, slip: Int) async throws -> Book {
    try await answer()
    let book = current(try entry(id).book)
    if loans.contains(id) { throw LibraryError.alreadyOnLoan(title: book.title) }
    if loans.count == Self.loanLimit { throw LibraryError.tooManyLoans(limit: Self.loanLimit) }
    if book.copiesIn == 0 { throw LibraryError.noCopyIn(title: book.title) }
    loans.insert(id)
    copiesIn[id] = book.copiesIn - 1
    return current(book)
  }

  public func takeBack(_ id: Book.ID) async throws -> Book {
    try await answer()
    let book = current(try entry(id).book)
    guard loans.remove(id) != nil else { throw LibraryError.notOnLoan(title: book.title) }
    copiesIn[id] = book.copiesIn + 1
    return current(book)
  }

  /// Unplugs the line, after which every answer is an error, or plugs it in again.
  public func plug(in isPlugged: Bool) {
    self.isPlugged = isPlugged
  }

  private func answer() async throws {
    if latency > .zero { try await clock.sleep(for: latency) }
    if !isPlugged { throw LibraryError.unreachable }
  }

  private func entry(_ id: Book.ID) throws(LibraryError) -> Shelf.Entry {
    guard let entry = Shelf.entries.first(where: { $0.book.id == id }) else { throw .unknownBook(id) }
    return entry
  }

  private func current(_ book: Book) -> Book {
    var book = book
    book.copiesIn = copiesIn[book.id] ?? book.copies
    return book
  }
}
