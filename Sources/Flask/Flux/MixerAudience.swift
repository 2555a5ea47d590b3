/// The substances that global mixers reach, in the order of their first binding, and then those without
/// one, in the order of their creation.
///
/// It retains a substance while a reactor is bound to it. Later it holds the substance weakly, so that only
/// the application keeps it.
struct MixerAudience {
  private struct Member {
    /// The substance while a reactor is bound to it.
    var bound: SubstanceConcrete?
    /// The substance after that.
    ///
    /// Not both at once, because a weak reference slows down all others to its object.
    weak var unbound: SubstanceConcrete?

    var substance: SubstanceConcrete? { bound ?? unbound }
  }

  private var members: [Member] = []
  private var sweepAt = 16
  /// The reactive substances, with those to which a reactor was bound meanwhile.
  private var newcomers: [Member] = []
  private var sweepNewcomersAt = 16

  /// The living substances.
  var substances: [SubstanceConcrete] {
    members.compactMap(\.substance) + newcomers.compactMap(\.substance).filter { !$0.wasBound }
  }

  /// Notes a reactive substance, which hears mixers before its first reactor.
  mutating func await(_ substance: SubstanceConcrete) {
    if newcomers.count >= sweepNewcomersAt {
      newcomers.removeAll { $0.substance?.wasBound != false }
      sweepNewcomersAt = max(16, newcomers.count * 2)
    }
    newcomers.append(Member(unbound: substance))
  }

  /// Notes the first reactor of a substance.
  ///
  /// - Parameter again: True if the substance was a member before, and so keeps its place.
  mutating func enter(_ substance: SubstanceConcrete, again: Bool) {
    if again, let index = index(of: substance) { return members[index].bound = substance }
    if members.count >= sweepAt {
      members.removeAll { $0.substance == nil }
      sweepAt = max(16, members.count * 2)
    }
    members.append(Member(bound: substance))
  }

  /// Notes the end of a substance's last reactor.
  mutating func leave(_ substance: SubstanceConcrete) {
    guard let index = index(of: substance) else { return }
    members[index] = Member(unbound: substance)
  }

  private func index(of substance: SubstanceConcrete) -> Int? {
    members.firstIndex { $0.substance === substance }
  }
}

/// The outcome of a global mixer at one substance.
enum MixerHearing {
  /// The substance has run its mixer.
  case heard
  /// The substance had defined the mixer while it was bound, and no longer does.
  case missed
  /// The substance does not define the mixer.
  case undefined
}
