public import Millrace

/// The program's logic: a pure update, and the subscriptions of each state.
///
/// It prints nothing.
public enum Lookup {
  /// Changes the state, and returns the requests to the library.
  public static func update(_ state: inout LookupState, _ message: LookupMessage) -> Effect<LookupMessage> {
    switch message {
    case .entered(let line):
      state.lineCount += 1
      state.quietMinutes = 0
      return .merge(Command.parse(line: line).map { obey($0, &state) })
    case .found(let books, let query):
      for book in books where state.books[book.id] != book { state.books.upsert(book) }
      state.list = books.map(\.id)
      state.query = query
      state.page.show(.list(query))
    case .opened(let id, let summary):
      state.page.show(.book(id, summary: summary))
    case .lent(let book, let slip, let isUndo):
      state.books.upsert(book)
      state.loans.append(Loan(id: book.id, title: book.title, slip: slip))
      if !isUndo { state.steps.append(.lent(book.id)) }
    case .returned(let book, let isUndo):
      state.books.upsert(book)
      state.loans.remove(id: book.id)
      if !isUndo { state.steps.append(.returned(book.id)) }
    case .refused(let reason):
      state.notice.show(reason)
    case .undoRefused(let step, let reason):
      state.steps.append(step)
      state.notice.show(reason)
    case .plugged(let isPlugged):
      state.notice.show(isPlugged ? "The line is plugged in." : "The line is unplugged.")
    case .minutePassed:
      state.quietMinutes += 1
    case .inputEnded:
      state.isOver = true
    }
    return .none
  }

  /// Returns a reminder in every minute without a line, while there are loans.
  public static func subscriptions(_ state: LookupState) -> [StoreSubscription<LookupMessage>] {
    if state.loans.isEmpty { return [] }
    // The number of lines is part of the id, so each line restarts the minute.
    return [.every(.seconds(60), id: "quiet after line \(state.lineCount)") { .minutePassed }]
  }

  private static func obey(
    _ command: Result<Command, CommandError>, _ state: inout LookupState
  ) -> Effect<LookupMessage> {
    switch command {
    case .failure(let error):
      state.notice.show("\(error)")
      return .none
    case .success(let command):
      return obey(command, &state)
    }
  }

  private static func obey(_ command: Command, _ state: inout LookupState) -> Effect<LookupMessage> {
    switch command {
    case .find(let words): return Ask.find(words)
    case .open(let number):
      guard let id = state.book(number: number) else { return noBook(number, &state) }
      return Ask.open(id)
    case .lend(let number):
      guard let id = state.book(number: number) else { return noBook(number, &state) }
      return Ask.lend(id)
    case .giveBack(let number):
      guard let id = state.book(number: number) else { return noBook(number, &state) }
      return Ask.takeBack(id)
    case .undo: return undo(&state)
    case .plug(let isPlugged): return Ask.plug(in: isPlugged)
    case .back:
      state.page.show(state.query.map { .list($0) } ?? .start)
    case .loans:
      state.page.show(.loans)
    case .wait:
      state.notice.show("Time passes by itself in a terminal; 'wait' is for sessions from a file.")
    case .help:
      state.notice.show(help)
    case .quit:
      state.isOver = true
    }
    return .none
  }

  private static func undo(_ state: inout LookupState) -> Effect<LookupMessage> {
    guard let step = state.steps.popLast() else {
      state.notice.show("There is nothing to undo; 'lend' and 'return' can be undone.")
      return .none
    }
    switch step {
    case .lent(let id): return Ask.takeBack(id, undoing: step)
    case .returned(let id): return Ask.lend(id, undoing: step)
    }
  }

  private static func noBook(_ number: Int?, _ state: inout LookupState) -> Effect<LookupMessage> {
    state.notice.show(
      number.map { "There is no book \($0) on this page; 'find' and 'loans' show numbered lists." }
        ?? "No book is open; say which number you mean, or 'open' one first.")
    return .none
  }

  private static let help = """
    find mill      search titles and authors
    open 2         show book 2 of the list; 'back' goes back to the list
    lend 2         borrow it; without a number, the book that is open
    return 2       bring it back
    loans          list what is on loan
    undo           take back the last loan or return
    offline        unplug the line to the library; 'online' plugs it in
    quit           leave
    Several commands on one line, separated by ';', are asked at once.
    """
}
