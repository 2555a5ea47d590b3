public import Flask

/// A household: a context of four substances, and what is done with them.
///
/// What concerns the household as a whole is a global mixer, which each substance hears for itself. What one does with a
/// thing is a chain of inline mixes: one transaction over the substances that it concerns, or none.
@MainActor
public final class Pantry: FlaskReactor {
  /// The context.
  public let flask: Flask
  /// What is in the pantry.
  public let stock: Stock
  /// What is to be bought.
  public let list: ShoppingList
  /// The money.
  public let book: Book
  /// The queue at the till.
  public let till: Till
  /// How many drafts of the list are open, one inside of the other.
  public private(set) var drafts = 0
  private let report: (String) -> Void

  /// A household, as it was archived.
  ///
  /// - Parameters:
  ///   - environment: The clock by which archives are idle and the queue at the till moves.
  ///   - archives: Where it is archived.
  ///   - report: Is given a sentence about whatever goes wrong, and about drafts.
  public init(environment: StoreEnvironment, archives: any ArchiveStorage, report: @escaping (String) -> Void)
  {
    flask = Flask(name: "pantry", environment: environment, archives: archives)
    // Set before the substances are made, which is when archives are read.
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

  /// Begins a day, which brings some money.
  public func newDay(allowance cents: Int) {
    flask.substances(reactTo: HouseMixers.newDay, payload: [PayloadKey.cents: cents])
  }

  /// Forgets everything.
  public func clear() {
    flask.substances(reactTo: HouseMixers.clear)
  }

  /// Fills what is empty.
  public func loadSample() {
    flask.substances(reactTo: HouseMixers.sample)
  }

  // MARK: One thing after the other: chains

  /// Puts things on the list; one step to undo, however many they are.
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

  /// Buys something that is on the list: it leaves the list, is paid, and is in stock, or nothing happens.
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

  /// Uses something up.
  public func use(_ item: String, _ count: Int) {
    reactor.mix(stock) { stock in
      let there = stock.prop.items[item, default: 0]
      if there < count { throw Refusal.notInStock(item, asked: count, there: there) }
      stock.prop.items.change(item, by: -count)
    }.andReact()
  }

  // MARK: The list as a draft

  /// Begins a draft of the list.
  public func beginDraft() {
    list.captureState {
      self.drafts += 1
      self.report("The list is a draft now; 'keep' or 'discard' it.")
    }
  }

  /// Puts the list back as it was when the draft was begun.
  public func discardDraft() {
    list.rollbackState {
      self.drafts -= 1
      self.report("The list is as it was before the draft.")
    }
  }

  /// Goes on with the list as it is now.
  public func keepDraft() {
    list.commitState {
      self.drafts -= 1
      self.report("The list stays as it is.")
    }
  }

  // MARK: The till

  /// Goes to the till with all that is on the list.
  ///
  /// The queue takes three seconds, with the bus locked: nothing can change meanwhile, so what was read when the queue
  /// began is still true at its end. What is asked for meanwhile waits.
  public func checkOut() {
    if till.state.isBusy { return report("\(Refusal.isQueueing)") }
    flask.lock(withMixer: HouseMixers.queue, autorelease: true)
  }

  /// Keeps the lock of whoever joins the queue until its end.
  public func flaskReactions(reaction: FlaskReaction) {
    reaction.at(till)?.on(\.isBusy) { change in
      guard change.newValue(), let lock = reaction.onLock else { return }
      let clock = flask.bus.flow.environment.clock
      Task {
        try? await clock.sleep(for: .seconds(3))
        leaveTill(lock)
      }
    }
    // What is bought is bought, so the list is not to go back to before.
    reaction.on(BookState.prop.entries) { _ in list.clearUndoHistory() }
  }

  /// The end of the queue: the basket is paid, or left.
  ///
  /// Asked for before the lock is released, so it comes before all that waits.
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

  /// What is on the list, if it can be bought as a whole.
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
