/// Pictures of the main places, as text; a change of a screen's look changes them, too, and shows what
/// has changed.
enum Golden {}
