public import Flask

/// The global mixers: what happens to the household as a whole.
///
/// Whichever substance has something to do about one defines it.
public enum HouseMixers: SubstanceMixer {
  /// A new day has come, with its allowance.
  case newDay
  /// Everything is to be forgotten.
  case clear
  /// What is empty is to be filled, for a look around.
  case sample
  /// Somebody queues at the till, with the bus locked.
  case queue
  /// The basket was paid.
  case pay
  /// The basket could not be paid.
  case leave
}

/// What the mixers find in their payload.
enum PayloadKey {
  static let cents = "cents"
  static let basket = "basket"
}
