/// Compares successive lists of wanted subscriptions, and answers which to stop and which to start.
///
/// A subscription is known by its key. A key listed several times is one subscription, shared: it starts with
/// the first mention and stops when the last is gone. A subscription that stays is not mentioned in the
/// answer.
///
/// Each running subscription has a slot, a small index that stays its own until it stops, so that the
/// caller can keep what belongs to it in a plain array.
///
/// ```swift
/// var diff = SubscriptionDiff<String>()
/// var actions: [SubscriptionDiff<String>.Action] = []
/// diff.update(to: ["clock", "socket"], into: &actions)
/// // [.start("clock", slot: 0, index: 0), .start("socket", slot: 1, index: 1)]
/// actions.removeAll(keepingCapacity: true)
/// diff.update(to: ["socket"], into: &actions)
/// // [.stop("clock", slot: 0)]
/// ```
///
/// **Cost.** A list like the one before is compared key by key: one `==` each, nothing hashed, nothing
/// allocated. Otherwise the beginning and the end that both lists share are compared in that way, and only
/// the keys of the part between them are looked up by their hash; what follows that part moves in memory when
/// the list's length changes. Storage is kept, so that lists no longer than earlier ones allocate nothing.
/// Keys whose hashes collide cost time, never a wrong answer.
public struct SubscriptionDiff<Key: Hashable> {
  /// What is to be done with one subscription.
  public enum Action: Hashable {
    /// Stop the subscription of this key, which runs in the slot.
    case stop(Key, slot: Int)
    /// Start the subscription of this key in the slot; `index` is where the new list mentions the key first.
    case start(Key, slot: Int, index: Int)
  }

  /// How often the list mentions the key of the subscription in a slot.
  @usableFromInline
  struct Share: Sendable {
    @usableFromInline var mentions: Int
    /// True from the moment a slot is given out until its start was answered.
    @usableFromInline var isNew: Bool

    @_alwaysEmitIntoClient
    init(mentions: Int, isNew: Bool) {
      self.mentions = mentions
      self.isNew = isNew
    }
  }

  /// The list of the last update, and beside it the slot of each key.
  @usableFromInline var keys: [Key] = []
  @usableFromInline var keySlots: [Int] = []

  @usableFromInline var slotOfKey: [Key: Int] = [:]
  @usableFromInline var shares: [Share] = []
  @usableFromInline var freeSlots: [Int] = []

  /// The changed part of the new list while an update is under way, kept for its storage.
  @usableFromInline var changedKeys: [Key] = []
  @usableFromInline var changedSlots: [Int] = []

  /// Makes a diff that knows of no subscription.
  @_alwaysEmitIntoClient
  public init() {}

  /// How many subscriptions run, a shared one counted once.
  @_alwaysEmitIntoClient
  public var count: Int { slotOfKey.count }

  /// The slot of the running subscription with this key, or nil when none runs.
  @_alwaysEmitIntoClient
  public func slot(of key: Key) -> Int? { slotOfKey[key] }

  /// The subscriptions that run, with their slots, in no particular order.
  @_alwaysEmitIntoClient
  public var running: [Key: Int] { slotOfKey }

  /// Takes in the new list, and appends what changes: the stops in the order of the old list, then the starts
  /// in the order of the new one.
  ///
  /// A slot freed by an update is given out again by a later update, never by the same.
  ///
  /// - Parameters:
  ///   - list: the keys of all subscriptions that are wanted now.
  ///   - actions: where the actions are appended.
  @_alwaysEmitIntoClient
  public mutating func update(to list: some RandomAccessCollection<Key>, into actions: inout [Action]) {
    update(count: list.count, key: { list[list.index(list.startIndex, offsetBy: $0)] }, into: &actions)
  }

  /// Takes in a new list that is not at hand as a collection of keys; otherwise like `update(to:into:)`.
  ///
  /// - Parameters:
  ///   - count: how many keys the list has.
  ///   - key: gives the key at an index from 0 up to `count`; it is asked at most three times for each index
  ///     and must answer the same each time.
  ///   - actions: where the actions are appended.
  @_alwaysEmitIntoClient
  public mutating func update(count: Int, key: (Int) -> Key, into actions: inout [Action]) {
    let shorter = min(keys.count, count)
    var prefix = 0
    while prefix < shorter, keys[prefix] == key(prefix) { prefix += 1 }
    if prefix == count, prefix == keys.count { return }

    var suffix = 0
    while suffix < shorter - prefix, keys[keys.count - 1 - suffix] == key(count - 1 - suffix) { suffix += 1 }
    change(prefix..<(keys.count - suffix), to: prefix..<(count - suffix), key: key, into: &actions)
  }

  /// Stops every subscription, in the order of the list.
  @_alwaysEmitIntoClient
  public mutating func stopAll(into actions: inout [Action]) {
    update(to: EmptyCollection(), into: &actions)
  }

  /// Puts the `new` part of the new list in the place of the `old` part of the old one.
  @_alwaysEmitIntoClient
  mutating func change(_ old: Range<Int>, to new: Range<Int>, key: (Int) -> Key, into actions: inout [Action])
  {
    for position in old { shares[keySlots[position]].mentions -= 1 }
    for index in new { mention(key(index)) }

    for position in old where shares[keySlots[position]].mentions == 0 {
      stop(keys[position], slot: keySlots[position], into: &actions)
    }
    for (offset, slot) in changedSlots.enumerated() where shares[slot].isNew {
      shares[slot].isNew = false
      actions.append(.start(changedKeys[offset], slot: slot, index: new.lowerBound + offset))
    }

    keys.replaceSubrange(old, with: changedKeys)
    keySlots.replaceSubrange(old, with: changedSlots)
    changedKeys.removeAll(keepingCapacity: true)
    changedSlots.removeAll(keepingCapacity: true)
  }

  /// Counts one mention of a key in the new list and gives the key a slot if it has none.
  @_alwaysEmitIntoClient
  mutating func mention(_ key: Key) {
    let slot: Int
    if let known = slotOfKey[key] {
      slot = known
      shares[slot].mentions += 1
    } else {
      slot = takeSlot()
      slotOfKey[key] = slot
    }
    changedKeys.append(key)
    changedSlots.append(slot)
  }

  @_alwaysEmitIntoClient
  mutating func takeSlot() -> Int {
    if let free = freeSlots.popLast() {
      shares[free] = Share(mentions: 1, isNew: true)
      return free
    }
    shares.append(Share(mentions: 1, isNew: true))
    return shares.count - 1
  }

  @_alwaysEmitIntoClient
  mutating func stop(_ key: Key, slot: Int, into actions: inout [Action]) {
    // Below zero, so that a further mention of the key in the old list does not stop it again.
    shares[slot].mentions = -1
    slotOfKey[key] = nil
    freeSlots.append(slot)
    actions.append(.stop(key, slot: slot))
  }
}

extension SubscriptionDiff: Sendable where Key: Sendable {}
extension SubscriptionDiff.Action: Sendable where Key: Sendable {}
