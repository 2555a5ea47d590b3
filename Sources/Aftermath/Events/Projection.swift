/// Returns the key of a command or an event: its static type.
///
/// An object may belong to a subclass of that type, which its handler does not know.
func key<Subject>(of subject: Subject) -> ObjectIdentifier { ObjectIdentifier(Subject.self) }

/// Returns a command or an event with the type under which it was looked up.
///
/// It is much faster than a cast. The types always match, because the engine stores handlers and listeners by
/// the type that they accept, and looks them up by it.
@inlinable
@inline(__always)
func project<Subject, Whole>(_ subject: Subject, as type: Whole.Type) -> Whole {
  precondition(Subject.self == Whole.self, "The engine has looked up what takes another type than it has.")
  precondition(Subject.self == Whole.self, "The engine has looked up what takes another type than it has.")
  // Sound: both are the same type, which was checked.
  return unsafeBitCast(subject, to: Whole.self)
}
