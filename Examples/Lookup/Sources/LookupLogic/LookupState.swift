public import Millrace

/// All that the program knows.
public struct LookupState: Equatable, Sendable {
  /// What the reader looks at.
  public enum Page: Equatable, Sendable {
    /// Nothing has been asked yet.
    case start
    /// What the library found for these words.
    case list(String)
    /// What is on loan.
    case loans
    /// One book of the list, and what the catalogue says about it.
    case book(Book.ID, summary: String)
  }

  /// Something the reader did, which can be undone.
  public enum Step: Equatable, Sendable {
    /// A book was borrowed.
    case lent(Book.ID)
    /// A book was brought back.
    case returned(Book.ID)
  }

  /// Every book that a search has found so far.
  public var books = RowTable<Book.ID, Book>()
  /// What the last search found, in the library's order.
  public var list: [Book.ID] = []
  /// What it was for; nil before the first.
  public var query: String?
  /// What is on loan, in the order in which it was borrowed.
  public var loans = RowTable<Book.ID, Loan>()
  /// What the reader looks at.
  public var page = Shown(Page.start)
  /// What the reader has to be told.
  public var notice = Shown("")
  /// What can be undone, the last step at the end.
  public var steps: [Step] = []
  /// How many lines came; a new one begins a new quiet time.
  public var lineCount = 0
  /// For how many minutes no line has come.
  public var quietMinutes = 0
  /// Whether the reader has left.
  public var isOver = false

  /// A reader who has just come in.
  public init() {}

  /// The book that a number means on the page, or that is open; nil when there is none.
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

/// Something to be shown; showing the same again is a change too, which an observer is told of.
public struct Shown<Value: Equatable & Sendable>: Equatable, Sendable {
  /// What is to be shown.
  public private(set) var value: Value
  /// How often something was shown.
  public private(set) var count = 0

  /// Something that is not shown until it is shown again.
  public init(_ value: Value) {
    self.value = value
  }

  mutating func show(_ value: Value) {
    self.value = value
    count += 1
  }
}
