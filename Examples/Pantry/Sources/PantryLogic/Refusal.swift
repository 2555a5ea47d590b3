/// Why something could not be done; nothing of it was.
public enum Refusal: Error, Hashable, CustomStringConvertible {
  /// The shop does not sell it.
  case notSold(String)
  /// There is less of it on the list.
  case notOnList(String, asked: Int, there: Int)
  /// There is less of it in stock.
  case notInStock(String, asked: Int, there: Int)
  /// There would be more of it than the program counts.
  case tooMany(String)
  /// It costs more than is left.
  case tooDear(cents: Int, left: Int)
  /// Nothing is bought while the list is a draft.
  case draftIsOpen
  /// There is nothing on the list to check out with.
  case listIsEmpty
  /// One is in the queue at the till already.
  case isQueueing

  /// What is the matter, and what to do.
  public var description: String {
    switch self {
    case .notSold(let item): "The shop does not sell '\(item)'; 'shop' lists what it sells."
    case .notOnList(let item, let asked, let there):
      """
      \(Self.there(there)) '\(item)' on the list, so \(asked) cannot be bought; 'need \(item) \(asked - there)' puts it \
      there.
      """
    case .notInStock(let item, let asked, let there):
      "\(Self.there(there)) '\(item)' in stock, so \(asked) cannot be used; 'stock' says what there is."
    case .tooMany(let item): "No more than \(mostOfOneThing) '\(item)' are counted; ask for less."
    case .tooDear(let cents, let left):
      "That costs \(money(cents)), and \(money(left)) is left, so nothing was bought; 'day' brings more."
    case .draftIsOpen: "The list is a draft, so nothing is bought; 'keep' it or 'discard' it first."
    case .listIsEmpty:
      "There is nothing on the list to go to the till with; 'need milk' puts something there."
    case .isQueueing: "You are in the queue already; 'waiting' says what waits for its end."
    }
  }

  private static func there(_ count: Int) -> String { count == 0 ? "There is no" : "There is only \(count)" }
}
