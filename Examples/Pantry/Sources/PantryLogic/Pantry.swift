public import Flask

/// A household: a context of four substances, and its actions.
///
/// An action of the whole household is a global mixer, which each substance handles for itself. An action on
/// one thing is a chain of inline mixes: one transaction over several substances, which happens as a whole or
/// not at all.
@MainActor
public final class Pantry: FlaskReactor {
  public let flask: Flask
  /// The things in the pantry.
  public let stock: Stock
  /// The things to buy.
  public let list: ShoppingList
  /// The money.
  public let book: Book
  /// The queue at the till.
  public let till: Till
  /// The number of open drafts of the list, which nest.
  public private(set) var drafts = 0
  private let report: (String) -> Void

  /// Creates a household from its archives.
  ///
  /// - Parameters:
  ///   - environment: The environment, whose clock times the archives and the queue at the till.
  ///   - archives: The storage of the archives.
  ///   - report: A closure that receives a sentence about each error, and about drafts.
  public init(environment: StoreEnvironment, archives: any ArchiveStorage, report: @escaping (String) -> Void)
  {
    flask = Flask(name: "pantry", environment: environment, archives: archives)
    // Set before the substances are created, because that reads the archives.
    flask.bus.flow.errorHandler = { report(sentence(about: $0)) }
    self.report = report
    stock = Stock(name: "stock", archive: true, in: flask)
    list = ShoppingList(name: "list", archive: true, in: flask)
    book = Book(name: "book", archive: true, in: flask)
    till = Till(name: "till", in: flask)
    list.undoLimit = 20
    flask.attachReactor(to: self, mixing: [stock, list, book, till])
  }

  private var reactor: Reactor<Pantry> { flask.getReactor(attachedTo: self) }

  // MARK: The household as a whole: global mixers

  /// Begins a day, with some money.
  public func newDay(allowance cents: Int) {
    flask.substances(reactTo: HouseMixers.newDay, payload: [PayloadKey.cents: cents])
  }

  public func clear() {
    flask.substances(reactTo: HouseMixers.clear)
  }

  /// Fills empty substances with sample content.
  public func loadSample() {
    flask.substances(reactTo: HouseMixers.sample)
  }

  // MARK: Several substances in order: chains

  /// Adds things to the list, as one undo step.
  public func need(_ wishes: [(item: String, count: Int)]) {
    list.beginUndoGrouping()
    for (item, count) in wishes {
      reactor.mix(list) { list in
        if Shop.prices[item] == nil { throw Refusal.notSold(item) }
        if list.prop.items[item, default: 0] + count > mostOfOneThing { throw Refusal.tooMany(item) }
        list.prop.items.change(item, by: count)
      }.andReact()
    }
    list.endUndoGrouping()
  }

  /// Buys a thing of the list: it leaves the list, is paid and is in stock, or nothing happens.
  public func buy(_ item: String, _ count: Int) {
    reactor.mix(list) { list in
      if self.drafts > 0 { throw Refusal.draftIsOpen }
      let there = list.prop.items[item, default: 0]
      if there < count { throw Refusal.notOnList(item, asked: count, there: there) }
      list.prop.items.change(item, by: -count)
    }.with(stock) { stock in
      if stock.prop.items[item, default: 0] + count > mostOfOneThing { throw Refusal.tooMany(item) }
      stock.prop.items.change(item, by: count)
    }.and(book) { book in
      guard let cents = Shop.price(of: [item: count]) else { throw Refusal.notSold(item) }
      if cents > book.prop.left { throw Refusal.tooDear(cents: cents, left: book.prop.left) }
      book.prop.pay(cents, for: words(for: [item: count]))
    }.andReact()
  }

  public func use(_ item: String, _ count: Int) {
    reactor.mix(stock) { stock in
      let there = stock.prop.items[item, default: 0]
      if there < count { throw Refusal.notInStock(item, asked: count, there: there) }
      stock.prop.items.change(item, by: -count)
    }.andReact()
  }

  // MARK: The list as a draft

  public func beginDraft() {
    list.captureState {
      self.drafts += 1
      self.report("The list is a draft now; 'keep' or 'discard' it.")
    }
  }

  /// Restores the list from before the draft.
  public func discardDraft() {
    list.rollbackState {
      self.drafts -= 1
      self.report("The list is as it was before the draft.")
    }
  }

  /// Keeps the list as it is.
  public func keepDraft() {
    list.commitState {
      self.drafts -= 1
      self.report("The list stays as it is.")
    }
  }

  // MARK: The till

  /// Goes to the till with the whole list.
  ///
  /// The queue takes three seconds, with the bus locked. Nothing can change meanwhile, so values that were
  /// read at the beginning are still true at the end. Later actions wait.
  public func checkOut() {
    if till.state.isBusy { return report("\(Refusal.isQueueing)") }
    flask.lock(withMixer: HouseMixers.queue, autorelease: true)
  }

  /// Keeps the lock of a user in the queue until its end.
  public func flaskReactions(reaction: FlaskReaction) {
    reaction.at(till)?.on(\.isBusy) { change in
      guard change.newValue(), let lock = reaction.onLock else { return }
      let clock = flask.bus.flow.environment.clock
      Task {
        try? await clock.sleep(for: .seconds(3))
        leaveTill(lock)
      }
    }
    // A purchase cannot be undone, so neither can earlier changes of the list.
    reaction.on(BookState.prop.entries) { _ in list.clearUndoHistory() }
  }

  /// Ends the queue: the basket is paid, or left.
  ///
  /// It is called before the lock is released, so it comes before all waiting actions.
  private func leaveTill(_ lock: FluxLock) {
    do throws(Refusal) {
      let basket = try basket()
      flask.lock(withMixer: HouseMixers.pay, payload: [PayloadKey.basket: basket], autorelease: true)
    } catch {
      report("\(error)")
      flask.lock(withMixer: HouseMixers.leave, autorelease: true)
    }
    lock.release()
  }

  /// Returns the list, if it can be bought as a whole.
  private func basket() throws(Refusal) -> Amounts {
    let basket = list.state.items
    if drafts > 0 { throw .draftIsOpen }
    if basket.isEmpty { throw .listIsEmpty }
    for (item, count) in basket where stock.state.items[item, default: 0] + count > mostOfOneThing {
      throw .tooMany(item)
    }
    let cents = Shop.price(of: basket) ?? 0
    if cents > book.state.left { throw .tooDear(cents: cents, left: book.state.left) }
    return basket
  }
}
