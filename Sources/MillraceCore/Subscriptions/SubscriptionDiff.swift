/// Compares successive lists of wanted subscriptions, and decides which to stop and which to start.
///
/// A subscription is identified by its key. A key listed several times is one shared subscription: it starts
/// with the first mention and stops when the last is gone. The answer does not mention a subscription that
/// stays.
///
/// Each running subscription has a slot, a small index that it holds until it stops. The caller can keep what
/// belongs to it in a plain array. A key that is unequal to itself (NaN) is one key all the same.
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
/// **Cost.** A list equal to the one before is compared key by key: one `==` each, without hashing or
/// allocation. Otherwise the common beginning and end of both lists are compared in that way, and only the
/// keys between them are looked up by hash. The keys after that part move in memory when the list's length
/// changes. The storage is reused, so lists no longer than earlier ones allocate nothing. Keys with colliding
/// hashes cost time, never a wrong answer.
public struct SubscriptionDiff<Key: Hashable> {
  /// An action that an update requests for one subscription.
  public enum Action: Hashable {
    /// Stop the subscription with this key, which runs in the slot.
    case stop(Key, slot: Int)
    /// Start the subscription with this key in the slot; `index` is the key's first position in the new list.
    case start(Key, slot: Int, index: Int)
  }

  /// The number of mentions that the list has for the subscription in a slot.
  @usableFromInline
  struct Share: Sendable {
    @usableFromInline var mentions: Int
    /// True from the moment a slot is assigned until its start was answered.
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

  @usableFromInline var slotOfKey: [ReflexiveKey<Key>: Int] = [:]
  @usableFromInline var shares: [Share] = []
  @usableFromInline var freeSlots: [Int] = []

  /// The changed part of the new list during an update, retained for its storage.
  @usableFromInline var changedKeys: [Key] = []
  @usableFromInline var changedSlots: [Int] = []

  /// Creates a diff without subscriptions.
  @_alwaysEmitIntoClient
  public init() {}

  /// The number of running subscriptions; a shared one counts once.
  @_alwaysEmitIntoClient
  public var count: Int { slotOfKey.count }

  /// Returns the slot of the running subscription with this key, or nil if none runs.
  @_alwaysEmitIntoClient
  public func slot(of key: Key) -> Int? { slotOfKey[ReflexiveKey(key)] }

  /// The running subscriptions with their slots, in no particular order; O(n).
  @_alwaysEmitIntoClient
  public var running: [Key: Int] {
    var running = [Key: Int](minimumCapacity: count)
    for (key, slot) in slotOfKey { running[key.value] = slot }
    return running
  }

  /// Applies the new list, and appends what changes: the stops in the order of the old list, then the starts
  /// in the order of the new one.
  ///
  /// A slot that an update frees is reused by a later update, never by the same one.
  ///
  /// - Parameters:
  ///   - list: The keys of all wanted subscriptions.
  ///   - actions: The array to which the actions are appended.
  @_alwaysEmitIntoClient
  public mutating func update(to list: some RandomAccessCollection<Key>, into actions: inout [Action]) {
    let key = { list[list.index(list.startIndex, offsetBy: $0)] }
    update(count: list.count, key: key, isSame: { ReflexiveKey($0) == ReflexiveKey(key($1)) }, into: &actions)
  }

  /// Applies a new list that is not available as a collection of keys; otherwise like `update(to:into:)`.
  ///
  /// - Parameters:
  ///   - count: The number of keys in the list.
  ///   - key: A function that returns the key at an index from 0 up to `count`. It is called at most once for
  ///     each index and must return the same key each time.
  ///   - isSame: A function that returns true if a key equals the one at an index. It is called at most twice
  ///     for each index, and need not create the key.
  ///   - actions: The array to which the actions are appended.
  @_alwaysEmitIntoClient
  public mutating func update(
    count: Int, key: (Int) -> Key, isSame: (Key, Int) -> Bool, into actions: inout [Action]
  ) {
    let shorter = min(keys.count, count)
    let prefix = Self.countSame(keys, from: 0, by: 1, atMost: shorter, shift: 0, isSame)
    if prefix == count, prefix == keys.count { return }

    let suffix = Self.countSame(
      keys, from: keys.count - 1, by: -1, atMost: shorter - prefix, shift: count - keys.count, isSame)
    change(prefix..<(keys.count - suffix), to: prefix..<(count - suffix), key: key, into: &actions)
  }

  /// Counts the keys from a position on that equal those of the new list.
  ///
  /// It is a function of its own because the compiler then knows that the keys do not change, and compares
  /// them where they are. Otherwise it copies each, which takes longer than the comparison.
  @_alwaysEmitIntoClient
  @inline(never)
  static func countSame(
    _ keys: [Key], from first: Int, by step: Int, atMost limit: Int, shift: Int,
    _ isSame: (Key, Int) -> Bool
  ) -> Int {
    var count = 0
    var position = first
    while count < limit, isSame(keys[position], position + shift) {
      count += 1
      position += step
    }
    return count
  }

  /// Stops every subscription, in the order of the list.
  @_alwaysEmitIntoClient
  public mutating func stopAll(into actions: inout [Action]) {
    update(to: EmptyCollection(), into: &actions)
  }

  /// Replaces the `old` part of the old list with the `new` part of the new one.
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

  /// Counts one mention of a key in the new list, and assigns a slot to a key without one.
  @_alwaysEmitIntoClient
  mutating func mention(_ key: Key) {
    let slot: Int
    if let known = slotOfKey[ReflexiveKey(key)] {
      slot = known
      shares[slot].mentions += 1
    } else {
      slot = takeSlot()
      slotOfKey[ReflexiveKey(key)] = slot
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
    // Below zero, so that another mention of the key in the old list does not stop it again.
    shares[slot].mentions = -1
    slotOfKey[ReflexiveKey(key)] = nil
    freeSlots.append(slot)
    actions.append(.stop(key, slot: slot))
  }
}

extension SubscriptionDiff: Sendable where Key: Sendable {}
extension SubscriptionDiff.Action: Sendable where Key: Sendable {}
