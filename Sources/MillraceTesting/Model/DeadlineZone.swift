/// A set of deadlines known only by their order and distances.
///
/// Nothing more is known of deadlines when the time between two messages is left open. It is a zone of a
/// timed automaton, kept as a matrix of the greatest differences between any two moments, closed under
/// addition (David Dill, *Timing Assumptions and Verification of Finite-State Concurrent Systems*, 1989). Two
/// situations with equal zones have the same future. An operation costs at most O(n³) for n deadlines.
struct DeadlineZone: Hashable {
  /// The owner of a deadline.
  enum Owner: Hashable {
    /// An answer of an effect.
    case answer(effect: Int32, alternative: Int32)
    /// The delay of a queue.
    case queue(Int32)
  }

  /// The owners, in the order of their requests.
  private(set) var owners: [Owner] = []
  /// The greatest `row - column`; row and column 0 are the present.
  private var bounds: [Duration] = []

  var isEmpty: Bool { owners.isEmpty }

  func contains(_ owner: Owner) -> Bool { owners.contains(owner) }

  private subscript(row: Int, column: Int) -> Duration {
    get { bounds[row * (owners.count + 1) + column] }
    set { bounds[row * (owners.count + 1) + column] = newValue }
  }

  /// Adds a deadline after a delay from now.
  mutating func add(_ owner: Owner, after delay: Duration) {
    let old = self
    let size = owners.count + 1
    owners.append(owner)
    bounds = Array(repeating: .zero, count: (size + 1) * (size + 1))
    for row in 0..<size {
      for column in 0..<size where size > 1 { self[row, column] = old[row, column] }
      let fromNow = size > 1 ? old[row, 0] : Duration.zero
      let toNow = size > 1 ? old[0, row] : Duration.zero
      self[row, size] = fromNow - delay
      self[size, row] = delay + toNow
    }
  }

  /// Removes a deadline, if there is one.
  mutating func remove(_ owner: Owner) {
    guard let place = owners.firstIndex(of: owner) else { return }
    let old = self
    owners.remove(at: place)
    if owners.isEmpty {
      bounds = []
      return
    }
    let kept = (0...old.owners.count).filter { $0 != place + 1 }
    bounds = kept.flatMap { row in kept.map { old[row, $0] } }
  }

  mutating func remove(effect: Int32) {
    for owner in owners {
      if case .answer(effect, _) = owner { remove(owner) }
    }
  }

  /// Returns true when a deadline can be the next one.
  ///
  /// Of two at the same moment, either is.
  func canBeNext(_ owner: Owner) -> Bool {
    guard let place = owners.firstIndex(of: owner) else { return false }
    return owners.indices.allSatisfy { self[$0 + 1, place + 1] >= .zero }
  }

  /// Advances to a deadline that can be the next one, and removes it.
  mutating func reach(_ owner: Owner) {
    guard let place = owners.firstIndex(of: owner) else { return }
    impose(place + 1, 0, .zero)
    remove(owner)
  }

  /// Adds a bound, and the bounds that follow from it.
  private mutating func impose(_ row: Int, _ column: Int, _ bound: Duration) {
    guard bound < self[row, column] else { return }
    let size = owners.count + 1
    for one in 0..<size {
      for other in 0..<size {
        self[one, other] = min(self[one, other], self[one, row] + bound + self[column, other])
      }
    }
  }

  /// Lets any time pass, up to the next deadline.
  mutating func letTimePass() {
    guard !owners.isEmpty else { return }
    let places = 1...owners.count
    for place in places { self[0, place] = .zero }
    for place in places {
      self[0, place] = places.reduce(Duration.zero) { min($0, self[0, $1] + self[$1, place]) }
    }
  }

  /// Gives the effects of the deadlines new numbers.
  mutating func renumber(_ numbers: [Int32: Int32]) {
    for place in owners.indices {
      if case .answer(let effect, let alternative) = owners[place], let number = numbers[effect] {
        owners[place] = .answer(effect: number, alternative: alternative)
      }
    }
  }
}
