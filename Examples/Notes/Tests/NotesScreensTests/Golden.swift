/// Pictures of the main places, as text; whoever changes how a screen looks changes them, too, and sees what
/// has changed.
enum Golden {}
