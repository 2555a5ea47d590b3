import Millrace

/// A subscription with a closure, which is compared by its source location or a given id.
package protocol ClosureSubscription: Subscription {
  /// The identity of the closure.
  var place: Place { get }
}

/// Finds closures of one source location that a store's provider requests as several subscriptions.
///
/// Closures cannot be compared, so such subscriptions are one, and only the first closure would be called.
/// The store reports them. A list is examined only when it has changed.
@usableFromInline
final class SubscriptionRequests {
  private var requested: [any Subscription] = []
  private var isExamined = false
  private var ambiguous: Set<SubscriptionKey> = []
  private var flow: Flow?
  private var storeName = ""

  @usableFromInline
  init() {}

  /// Keeps the list of the turn; returns it.
  @usableFromInline
  func note(_ wanted: [any Subscription]) -> [any Subscription] {
    requested = wanted
    isExamined = false
    if !ambiguous.isEmpty { examine() }
    return wanted
  }

  /// Returns the key of a subscription that is new in its place in the list.
  @usableFromInline
  func key(of wanted: any Subscription) -> SubscriptionKey {
    if !isExamined { examine() }
    return SubscriptionKey(wanted)
  }

  /// Reports from now on, and what was found in the first list.
  @usableFromInline
  func begin(_ flow: Flow, storeName: String) {
    self.flow = flow
    self.storeName = storeName
    for key in ambiguous { report(key) }
  }

  private func examine() {
    isExamined = true
    let found = ambiguousKeys(in: requested)
    let new = found.subtracting(ambiguous)
    ambiguous = found
    for key in new { report(key) }
  }

  private func report(_ key: SubscriptionKey) {
    flow?.report(
      .reported(store: storeName, error: KatanaError.ambiguousSubscription(subscription: "\(key)")))
  }
}

/// Returns the subscriptions of one source location that occur more than once in a list.
func ambiguousKeys(in list: [any Subscription]) -> Set<SubscriptionKey> {
  var seen: Set<SubscriptionKey> = []
  var twice: Set<SubscriptionKey> = []
  for wanted in list {
    guard let wanted = wanted as? any ClosureSubscription, case .source = wanted.place else { continue }
    let key = SubscriptionKey(wanted)
    if !seen.insert(key).inserted { twice.insert(key) }
  }
  return twice
}
