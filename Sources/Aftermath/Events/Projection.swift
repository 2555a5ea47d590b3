/// What a command or an event is looked up by: the type as which it was handed over.
///
/// An object may be of a subclass of that, of which its handler knows nothing.
func key<Subject>(of subject: Subject) -> ObjectIdentifier { ObjectIdentifier(Subject.self) }

/// A command or an event of a type that is known from where it was looked up.
///
/// Much faster than a cast. It is the caller who knows: the engine keeps handlers and listeners under the type of what
/// they take, and looks them up by it.
@inlinable
@inline(__always)
func project<Subject, Whole>(_ subject: Subject, as type: Whole.Type) -> Whole {
  precondition(Subject.self == Whole.self, "The engine has looked up what takes another type than it has.")
  precondition(Subject.self == Whole.self, "The engine has looked up what takes another type than it has.")
  // Sound: both are the same type, which was checked.
  return unsafeBitCast(subject, to: Whole.self)
}
