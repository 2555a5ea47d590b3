public import Millrace

public struct LookupState: Equatable, Sendable {
  /// The page that the reader sees.
  public enum Page: Equatable, Sendable {
    case start
    /// The results of a search.
    case list(String)
    case loans
    /// One book of the list, with the catalogue's text.
    case book(Book.ID, summary: String)
  }

  /// An action of the reader that can be undone.
  public enum Step: Equatable, Sendable {
    case lent(Book.ID)
    case returned(Book.ID)
  }

  /// The books of all searches so far.
  public var books = RowTable<Book.ID, Book>()
  /// The results of the last search, in the library's order.
  public var list: [Book.ID] = []
  /// The query of the last search; nil before the first.
  public var query: String?
  /// The loans, in the order of borrowing.
  public var loans = RowTable<Book.ID, Loan>()
  public var page = Shown(Page.start)
  /// The last sentence for the reader.
  public var notice = Shown("")
  /// The steps that can be undone, the last one at the end.
  public var steps: [Step] = []
  /// The number of lines; a new one begins a new quiet time.
  public var lineCount = 0
  /// The number of minutes without a line.
  public var quietMinutes = 0
  public var isOver = false

  public init() {}

  /// Returns the book with a number on the page, or the open one; nil when there is none.
  func book(number: Int?) -> Book.ID? {
    switch (page.value, number) {
    case (.book(let id, _), nil): id
    case (.list, let number?), (.book, let number?): Self.id(number, in: list)
    case (.loans, let number?): Self.id(number, in: loans.ids)
    case (.start, _), (.list, nil), (.loans, nil): nil
    }
  }

  private static func id(
    _ number: Int, in ids: some RandomAccessCollection<Book.ID>
  ) -> Book.ID? {
    ids.dropFirst(number - 1).first
  }
}

/// A value that is shown; showing an equal value again is a change too, which observers see.
public struct Shown<Value: Equatable & Sendable>: Equatable, Sendable {
  public private(set) var value: Value
  /// The number of times that a value was shown.
  public private(set) var count = 0

  /// Creates a value that has not been shown.
  public init(_ value: Value) {
    self.value = value
  }

  mutating func show(_ value: Value) {
    self.value = value
    count += 1
  }
}
