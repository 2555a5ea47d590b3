public import Flask

/// The global mixers: events of the household as a whole.
///
/// Each substance that handles one defines it.
public enum HouseMixers: SubstanceMixer {
  /// A new day begins, with its allowance.
  case newDay
  case clear
  /// Empty substances are filled with sample content.
  case sample
  /// The user queues at the till, with the bus locked.
  case queue
  /// The basket was paid.
  case pay
  /// The basket could not be paid.
  case leave
}

/// The keys of the mixers' payloads.
enum PayloadKey {
  static let cents = "cents"
  static let basket = "basket"
}
