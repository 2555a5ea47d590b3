import PantryLogic

/// A line of input.
enum Line: Equatable {
  case need([Wish])
  case buy(Wish)
  case use(Wish)
  /// A new day, with an allowance in whole units of money.
  case day(Int)
  /// Prints each change of a thing's stock.
  case watch(String)
  /// Lets this many seconds pass; for sessions from a file.
  case wait(Int)
  case word(Word)

  /// An amount of a thing.
  struct Wish: Equatable {
    var item: String
    var count: Int
  }

  /// A command without an argument.
  enum Word: String, CaseIterable {
    case stock, list, book, shop, undo, redo, draft, keep, discard, checkout, waiting, sample, clear, save,
      crash
    case help, quit
  }

  /// True when it should change something at once, so that printing nothing is not enough of an answer.
  var isAction: Bool {
    switch self {
    case .wait, .word(.crash), .word(.quit): false
    default: true
    }
  }

  static let listing = """
    sample          fill what is empty, for a look around
    day 30          begin a day, which brings 30.00; 'day' brings 20.00
    need milk 2     put it on the list; 'need milk 2, eggs' is one step to undo
    buy milk        buy it: from the list into the stock, and paid
    checkout        buy all that is on the list; the queue takes 3 seconds, and the bus waits meanwhile
    waiting         say what waits on the bus
    use milk        use it up
    undo, redo      take back what was put on the list, and put it there again
    draft           try something with the list, and 'keep' or 'discard' it
    watch milk      say when there is more or less of it in stock
    stock, list, book, shop
                    say what is there, what is to be bought, what it went for, and what there is to buy
    clear           forget everything
    save            save now; otherwise everything is saved when it has been left alone for 2 seconds
    crash           kill this program on the spot; what was not saved yet is gone
    wait 3          let 3 seconds pass, when the lines come from a file
    quit            save and leave
    """

  /// Parses a line; nil for an empty one.
  init?(_ text: String) throws(LineError) {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(printable)
    guard let name = words.first else { return nil }
    let rest = words.dropFirst()
    if let word = Word(rawValue: name) {
      guard rest.isEmpty else { throw .tooMuch(rest.joined(separator: " "), after: name) }
      self = .word(word)
      return
    }
    switch name {
    case "need": self = .need(try Self.wishes(rest, after: name))
    case "buy": self = .buy(try Self.wish(rest, after: name))
    case "use": self = .use(try Self.wish(rest, after: name))
    case "watch":
      guard let item = rest.first else { throw .noThing(after: name) }
      guard rest.count == 1 else {
        throw .tooMuch(rest.dropFirst().joined(separator: " "), after: "watch \(item)")
      }
      self = .watch(item)
    case "day":
      self = .day(rest.isEmpty ? 20 : try Self.number(rest.joined(separator: " "), 1...1000, "day 30"))
    case "wait": self = .wait(try Self.number(rest.joined(separator: " "), 1...86_400, "wait 3"))
    default: throw .unknown(name)
    }
  }

  private static func wishes(_ words: ArraySlice<String>, after name: String) throws(LineError) -> [Wish] {
    var wishes: [Wish] = []
    for part in words.joined(separator: " ").split(separator: ",", omittingEmptySubsequences: false) {
      wishes.append(try wish(part.split(separator: " ").map(String.init)[...], after: name))
    }
    return wishes
  }

  private static func wish(_ words: ArraySlice<String>, after name: String) throws(LineError) -> Wish {
    guard let item = words.first else { throw .noThing(after: name) }
    let rest = words.dropFirst().joined(separator: " ")
    return Wish(
      item: item, count: rest.isEmpty ? 1 : try number(rest, 1...mostOfOneThing, "\(name) \(item) 2"))
  }

  private static func number(
    _ text: String, _ range: ClosedRange<Int>, _ example: String
  ) throws(LineError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw .notNumber(text, range, example: example)
    }
    return number
  }
}

/// The reason why a line cannot be carried out.
enum LineError: Error, Hashable, CustomStringConvertible {
  /// No command begins with this word.
  case unknown(String)
  case noThing(after: String)
  case notNumber(String, ClosedRange<Int>, example: String)
  /// The command has too many arguments.
  case tooMuch(String, after: String)

  var description: String {
    switch self {
    case .unknown(let word): "There is nothing called '\(word)'; 'help' lists what there is."
    case .noThing(let name): "'\(name)' needs a thing, such as '\(name) milk'."
    case .notNumber(let text, let range, let example):
      """
      '\(text)' is not a number from \(range.lowerBound) to \(range.upperBound); write it in digits, such as \
      '\(example)'.
      """
    case .tooMuch(let text, let words): "Nothing follows '\(words)'; leave out '\(text)'."
    }
  }
}

/// Removes characters that would move the cursor or change colours when the text is printed.
private func printable(_ text: Substring) -> String {
  String(
    String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
}
