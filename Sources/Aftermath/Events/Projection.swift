/// A command or an event of a type that is known from where it was looked up.
///
/// Much faster than a cast. It is the caller who knows: the engine keeps handlers and listeners under the type of what
/// they take, and looks them up by it.
@inlinable
@inline(__always)
func project<Subject, Whole>(_ subject: Subject, as type: Whole.Type) -> Whole {
  // Sound: both are the same type, which is checked first; what is something else comes from a mistake of the engine.
  precondition(Subject.self == Whole.self, "The engine has looked up what takes another type than it has.")
  return unsafeBitCast(subject, to: Whole.self)
}
