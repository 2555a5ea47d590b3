import LineTerminal
import LookupLogic
import Millrace

/// A listener that prints changes, with observers: each is called only when its part of the state has
/// changed.
@MainActor
final class Printer {
  private let store: Store<LookupState, LookupMessage>
  private let terminal: Terminal
  /// The observer of the page; assigning another one ends it.
  private var pageWatch: ObservationToken?

  init(_ store: Store<LookupState, LookupMessage>, _ terminal: Terminal) {
    self.store = store
    self.terminal = terminal
    // First, so that the line's output replaces this prompt.
    store.observe(\.lineCount, owner: self) { _, _ in terminal.prompt() }
    store.observe(\.notice, owner: self) { _, notice in terminal.write(notice.value, .warm) }
    store.observe(\.page, owner: self) { printer, page in printer.show(page.value) }
    // An observer of the old value makes the next change copy the table, which has three rows at most.
    store.observeChange(of: \.loans, owner: self) { printer, old, new in printer.report(old, new) }
    store.observe(\.quietMinutes, owner: self) { printer, minutes in printer.remind(minutes) }
  }

  private func show(_ page: LookupState.Page) {
    pageWatch = nil
    switch page {
    case .start:
      terminal.write("Nothing has been found yet; 'find mill' is a way to begin.")
    case .list(let query):
      let list = store.withState(\.list)
      terminal.write("\(count(list.count, "book")) for '\(query)'\(list.isEmpty ? "." : ":")")
      printList { _ in true }
      pageWatch = store.observeChanges(in: \.books) { [unowned self] changes, _ in reprint(changes) }
    case .loans:
      let loans = store.withState(\.loans)
      terminal.write("\(count(loans.count, "book")) on loan\(loans.isEmpty ? "." : ":")")
      for (number, loan) in zip(1..., loans.rows) {
        terminal.write("  \(number)  \(loan.title), slip \(loan.slip)")
      }
    case .book(let id, let summary):
      guard let book = store.withState(\.books)[id] else { return }
      terminal.write("\(book.title)\n  by \(book.author), \(book.year); mark \(book.id)")
      terminal.write("  \(summary)\n  \(stock(book))")
      pageWatch = store.observe(\.books, row: id) { [unowned self] book in
        if let book { terminal.write("  now \(stock(book))") }
      }
    }
  }

  /// Prints the changed lines of a list.
  private func reprint(_ changes: TableChanges<Book.ID>) {
    guard case .changed(let changes) = changes else { return }
    printList { id in changes.contains { $0.id == id && $0.kind == .updated } }
  }

  private func printList(where isWanted: (Book.ID) -> Bool) {
    let (list, books) = store.withState { ($0.list, $0.books) }
    for (number, id) in zip(1..., list) where isWanted(id) {
      if let book = books[id] {
        terminal.write("  \(number)  \(book.title) - \(book.author), \(book.year) - \(stock(book))")
      }
    }
  }

  private func report(_ old: RowTable<Book.ID, Loan>, _ new: RowTable<Book.ID, Loan>) {
    for loan in new.rows where !old.contains(id: loan.id) {
      terminal.write("Lent to you: \(loan.title), slip \(loan.slip).")
    }
    for loan in old.rows where !new.contains(id: loan.id) {
      terminal.write("Returned: \(loan.title).")
    }
  }

  private func remind(_ minutes: Int) {
    guard minutes > 0 else { return }
    let titles = store.withState(\.loans).rows.map(\.title).joined(separator: ", ")
    terminal.write("Quiet for \(count(minutes, "minute")). On loan: \(titles).", .faint)
  }

  private func stock(_ book: Book) -> String { "\(book.copiesIn) of \(book.copies) in" }

  private func count(_ number: Int, _ thing: String) -> String {
    "\(number == 0 ? "No" : "\(number)") \(thing)\(number == 1 ? "" : "s")"
  }
}
