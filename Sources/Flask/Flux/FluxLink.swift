/// A weak reference to the context for code that must not retain it: the store's update, which is created
/// first, and chains.
///
/// A context may end on any thread while a turn begins at home, so the reference is a weak one. It refers to
/// the context, not to the bus, because a weak reference slows down all others to its object. Without a
/// context there are no substances, so there is no work on the bus.
final class FluxLink {
  weak var flask: Flask?
}
