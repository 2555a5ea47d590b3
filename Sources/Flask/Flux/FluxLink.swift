/// Where the context is found by those who must not keep it: the store's update, which is made first, and chains.
///
/// A context may end on any thread while a turn begins at home, so the reference is a weak one. It is to the context, not
/// to the bus, because it makes every other one slow; without a context there are no substances, so nothing on the bus.
final class FluxLink {
  weak var flask: Flask?
}
