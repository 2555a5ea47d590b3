public import Millrace
public import MillraceDifference
import MillraceToolkit

extension Store {
  /// Prints the turns of the store for a person who watches: the number, the message and its cause, what has
  /// changed in the state, and what becomes of effects.
  ///
  /// ```swift
  /// let changes = store.printChanges()
  /// ```
  ///
  /// ```
  ///   2 search  .typed("swift")  41 µs
  ///       query: "s" → "swift"
  ///     ▸ search swift
  ///     ✗ search s cancelled
  /// ```
  ///
  /// It prints until the token ends. Each turn is printed before `send` returns, so that the lines stand in
  /// order with those of `print` on the same output. Control characters in values are printed as escapes.
  /// Errors of the flow are printed as well, unless its error handler prints them.
  ///
  /// - Parameters:
  ///   - parts: What is printed of each turn.
  ///   - redaction: What is hidden.
  ///   - maximumLength: The maximum number of columns of a line; by default the width of the terminal, or 120
  ///     where there is none.
  ///   - isColored: True for colours, which by default are used on a terminal, unless `NO_COLOR` is set or
  ///     `TERM` is `dumb`.
  ///   - filter: A function that returns true for the turns to print; by default all are. The later events of
  ///     the effects of the others are not printed either.
  ///   - write: A function that receives each line; by default they are written to standard error.
  public func printChanges(
    _ parts: PrintedParts = .all, redaction: Redaction = .usual, maximumLength: Int? = nil,
    isColored: Bool? = nil, where filter: ((TurnRecord) -> Bool)? = nil, to write: ((String) -> Void)? = nil
  ) -> ObservationToken {
    let printer = ChangePrinter(parts, maximumLength: maximumLength, isColored: isColored, write)
    return printer.attach(
      to: flow, only: LoggedStore(name: storeName, number: storeNumber), redaction, where: filter)
  }
}

extension Flow {
  /// Prints the turns of all stores of the flow for a person who watches, as `printChanges` of a store does
  /// with its own.
  ///
  /// - Parameters:
  ///   - parts: What is printed of each turn.
  ///   - redaction: What is hidden.
  ///   - maximumLength: The maximum number of columns of a line.
  ///   - isColored: True for colours.
  ///   - filter: A function that returns true for the turns to print.
  ///   - write: A function that receives each line; by default they are written to standard error.
  public func printChanges(
    _ parts: PrintedParts = .all, redaction: Redaction = .usual, maximumLength: Int? = nil,
    isColored: Bool? = nil, where filter: ((TurnRecord) -> Bool)? = nil, to write: ((String) -> Void)? = nil
  ) -> ObservationToken {
    let printer = ChangePrinter(parts, maximumLength: maximumLength, isColored: isColored, write)
    return printer.attach(to: self, only: nil, redaction, where: filter)
  }
}

extension ChangePrinter {
  fileprivate func attach(
    to flow: Flow, only store: LoggedStore?, _ redaction: Redaction, where filter: ((TurnRecord) -> Bool)?
  ) -> ObservationToken {
    var log = TurnLog(level: .debug, redaction: redaction, showsChanges: parts.contains(.state))
    log.maximumLength = width - PrintedEntry.margin
    if store == nil { FlowInternals(flow).storeNames.forEach(makeRoom) }
    return TurnReader(log, of: flow, only: store, filter: filter, isDated: false) { [unowned flow] entry in
      // The flow prints it to the same place.
      if entry.event == .error && self.isStandardError && flow.printsErrors { return }
      self.write(entry)
    }.attach()
  }
}
