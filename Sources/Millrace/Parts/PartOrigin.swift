/// The origin of a value: its copies have the same one, a new value has another.
///
/// A part with this identity ends when a new value takes its place, even one that looks the same. An origin
/// does not count in comparisons of values.
package struct PartOrigin: Hashable, Sendable {
  /// The identity of the part.
  package let stamp: ChangeStamp

  package init() {
    var stamper = ChangeStamper()
    stamp = stamper.next()
  }

  package static func == (left: PartOrigin, right: PartOrigin) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}

extension PartOrigin: CustomReflectable, CustomStringConvertible {
  package var customMirror: Mirror { Mirror(self, children: [:]) }
  package var description: String { "-" }
}
