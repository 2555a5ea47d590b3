/// The reason why an action was refused; a refused action changes nothing.
public enum Refusal: Error, Hashable, CustomStringConvertible {
  /// The shop does not sell it.
  case notSold(String)
  /// The list has less of it.
  case notOnList(String, asked: Int, there: Int)
  /// The stock has less of it.
  case notInStock(String, asked: Int, there: Int)
  /// There would be more than the maximum of it.
  case tooMany(String)
  /// It costs more than the money that is left.
  case tooDear(cents: Int, left: Int)
  /// Nothing can be bought while the list is a draft.
  case draftIsOpen
  case listIsEmpty
  /// The user is already in the queue at the till.
  case isQueueing

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
