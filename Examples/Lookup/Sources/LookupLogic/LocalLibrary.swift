import Foundation

/// A library in memory, which takes its time over every answer like one at the other end of a line.
public actor LocalLibrary: Library {
  private var copiesIn: [Book.ID: Int] = [:]
  private var loans: Set<Book.ID> = []
  private var isPlugged = true
  private let latency: Duration
  private let clock: any Clock<Duration>

  /// The most books a reader may have at a time.
  public static let loanLimit = 3

  /// A library with all of its books in.
  ///
  /// - Parameters:
  ///   - latency: How long each answer takes; zero for not at all.
  ///   - clock: What that is measured by.
  public init(latency: Duration = .zero, clock: any Clock<Duration> = ContinuousClock()) {
    self.latency = latency
    self.clock = clock
  }

  /// The books in whose title or author all of these words occur, whatever their capitals and accents.
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

  /// What the catalogue says about a book.
  public func summary(of id: Book.ID) async throws -> String {
    try await answer()
    return try entry(id).summary
  }

  /// Lends a copy, if one is in and the reader may have one more.
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

  /// Takes a copy back that is on loan.
  public func takeBack(_ id: Book.ID) async throws -> Book {
    try await answer()
    let book = current(try entry(id).book)
    guard loans.remove(id) != nil else { throw LibraryError.notOnLoan(title: book.title) }
    copiesIn[id] = book.copiesIn + 1
    return current(book)
  }

  /// Pulls the plug, after which every answer is an error, or puts it in again.
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
