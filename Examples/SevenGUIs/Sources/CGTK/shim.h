#ifndef SEVEN_CGTK_SHIM_H
#define SEVEN_CGTK_SHIM_H

#include <glib-unix.h>
#include <gtk/gtk.h>
#include <stdbool.h>

// Swift cannot use the cast macros of GTK, nor functions with a variable number of arguments. What follows stands for
// them: every widget is a `GtkWidget *` here.

// MARK: The main queue of Swift, as libdispatch offers it to other loops.

/// The descriptor that is readable while the main queue has work; on Linux an `eventfd`.
extern int _dispatch_get_main_queue_handle_4CF(void);
/// Does the work of the main queue.
extern void _dispatch_main_queue_callback_4CF(void *message);

// MARK: Signals

typedef gboolean (*GUIAction)(void *data);
typedef void (*GUIRelease)(void *data, GClosure *closure);
typedef void (*GUIPoint)(void *data, double x, double y, void *source);
typedef void (*GUIClick)(void *data, int count, double x, double y, void *source);
typedef gboolean (*GUIKey)(void *data, guint key, guint code, GdkModifierType state, void *source);

/// Calls `action` with `data` at each signal, and `release` when the object ends. The answer counts only where the
/// signal has one.
static inline gulong gui_connect(void *object, const char *signal, GUIAction action, void *data, GUIRelease release) {
  return g_signal_connect_data(object, signal, G_CALLBACK(action), data, release, G_CONNECT_SWAPPED);
}

/// The presses of a button of the mouse on a widget; 1 is the primary button, 3 the one for menus.
static inline void gui_connect_click(GtkWidget *widget, unsigned button, GUIClick action, void *data, GUIRelease release) {
  GtkGesture *gesture = gtk_gesture_click_new();
  gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(gesture), button);
  g_signal_connect_data(gesture, "pressed", G_CALLBACK(action), data, release, G_CONNECT_SWAPPED);
  gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(gesture));
}

/// The movements of the pointer over a widget.
static inline void gui_connect_motion(GtkWidget *widget, GUIPoint action, void *data, GUIRelease release) {
  GtkEventController *controller = gtk_event_controller_motion_new();
  g_signal_connect_data(controller, "motion", G_CALLBACK(action), data, release, G_CONNECT_SWAPPED);
  gtk_widget_add_controller(widget, controller);
}

/// The keys of a focused widget; an action that answers true has used the key.
static inline void gui_connect_key(GtkWidget *widget, GUIKey action, void *data, GUIRelease release) {
  GtkEventController *controller = gtk_event_controller_key_new();
  g_signal_connect_data(controller, "key-pressed", G_CALLBACK(action), data, release, G_CONNECT_SWAPPED);
  gtk_widget_add_controller(widget, controller);
}

static inline void gui_emit(void *object, const char *signal) { g_signal_emit_by_name(object, signal); }

// MARK: References

static inline void gui_keep(GtkWidget *widget) { g_object_ref_sink(widget); }
static inline void gui_release(GtkWidget *widget) { g_object_unref(widget); }

// MARK: Names

static inline void gui_set_name(GtkWidget *widget, const char *name) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static inline void gui_set_description(GtkWidget *widget, const char *text) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static inline void gui_set_invalid(GtkWidget *widget, bool is_invalid) {
  gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_INVALID,
                              is_invalid ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

/// Whether assistive technology reads this description.
static inline bool gui_has_description(GtkWidget *widget, const char *text) {
  char *difference =
      gtk_test_accessible_check_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text);
  bool is_same = difference == NULL;
  g_free(difference);
  return is_same;
}

/// Whether assistive technology reads this name.
static inline bool gui_has_name(GtkWidget *widget, const char *name) {
  char *difference = gtk_test_accessible_check_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name);
  bool is_same = difference == NULL;
  g_free(difference);
  return is_same;
}

// MARK: Widgets

static inline void gui_label_set_text(GtkWidget *label, const char *text) { gtk_label_set_text(GTK_LABEL(label), text); }
static inline const char *gui_label_text(GtkWidget *label) { return gtk_label_get_text(GTK_LABEL(label)); }
static inline void gui_label_align(GtkWidget *label, float x) { gtk_label_set_xalign(GTK_LABEL(label), x); }


/// Keeps the size that was asked for: a longer text ends with an ellipsis.
static inline void gui_label_fix(GtkWidget *label) {
  gtk_label_set_wrap(GTK_LABEL(label), false);
  gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars(GTK_LABEL(label), 1);
}
static inline void gui_label_wrap(GtkWidget *label) { gtk_label_set_wrap(GTK_LABEL(label), true); }

static inline void gui_entry_set_text(GtkWidget *entry, const char *text) { gtk_editable_set_text(GTK_EDITABLE(entry), text); }
static inline const char *gui_entry_text(GtkWidget *entry) { return gtk_editable_get_text(GTK_EDITABLE(entry)); }

static inline void gui_dropdown_select(GtkWidget *dropdown, guint index) { gtk_drop_down_set_selected(GTK_DROP_DOWN(dropdown), index); }
static inline guint gui_dropdown_selected(GtkWidget *dropdown) { return gtk_drop_down_get_selected(GTK_DROP_DOWN(dropdown)); }

static inline void gui_slider_set(GtkWidget *slider, double value) { gtk_range_set_value(GTK_RANGE(slider), value); }
static inline double gui_slider_value(GtkWidget *slider) { return gtk_range_get_value(GTK_RANGE(slider)); }
static inline void gui_slider_show_value(GtkWidget *slider) { gtk_scale_set_draw_value(GTK_SCALE(slider), true); }

static inline void gui_gauge_set(GtkWidget *gauge, double fraction) { gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(gauge), fraction); }
static inline double gui_gauge_fraction(GtkWidget *gauge) { return gtk_progress_bar_get_fraction(GTK_PROGRESS_BAR(gauge)); }

static inline void gui_list_append(GtkWidget *list, GtkWidget *child) { gtk_list_box_append(GTK_LIST_BOX(list), child); }

/// Removes the row at an index; false where there is none.
static inline bool gui_list_remove(GtkWidget *list, int index) {
  GtkListBoxRow *row = gtk_list_box_get_row_at_index(GTK_LIST_BOX(list), index);
  if (row != NULL) { gtk_list_box_remove(GTK_LIST_BOX(list), GTK_WIDGET(row)); }
  return row != NULL;
}

/// Selects the row at an index, and none with -1.
static inline void gui_list_select(GtkWidget *list, int index) {
  gtk_list_box_select_row(GTK_LIST_BOX(list), index < 0 ? NULL : gtk_list_box_get_row_at_index(GTK_LIST_BOX(list), index));
}

/// The index of the selected row; -1 for none.
static inline int gui_list_selected(GtkWidget *list) {
  GtkListBoxRow *row = gtk_list_box_get_selected_row(GTK_LIST_BOX(list));
  return row == NULL ? -1 : gtk_list_box_row_get_index(row);
}

static inline void gui_box_append(GtkWidget *box, GtkWidget *child) { gtk_box_append(GTK_BOX(box), child); }

static inline void gui_grid_attach(GtkWidget *grid, GtkWidget *child, int column, int row) {
  gtk_grid_attach(GTK_GRID(grid), child, column, row, 1, 1);
}
static inline void gui_grid_space(GtkWidget *grid, int columns, int rows) {
  gtk_grid_set_column_spacing(GTK_GRID(grid), (guint)columns);
  gtk_grid_set_row_spacing(GTK_GRID(grid), (guint)rows);
}

static inline void gui_scroll_set(GtkWidget *scrolled, GtkWidget *child) {
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), child);
}

static inline void gui_drawing_set(GtkWidget *area, int width, int height, GtkDrawingAreaDrawFunc draw, void *data,
                                   GDestroyNotify release) {
  gtk_drawing_area_set_content_width(GTK_DRAWING_AREA(area), width);
  gtk_drawing_area_set_content_height(GTK_DRAWING_AREA(area), height);
  gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(area), draw, data, release);
}

static inline void gui_popover_set(GtkWidget *popover, GtkWidget *parent, GtkWidget *child) {
  gtk_popover_set_child(GTK_POPOVER(popover), child);
  gtk_popover_set_has_arrow(GTK_POPOVER(popover), false);
  gtk_widget_set_parent(popover, parent);
}
static inline void gui_popover_open(GtkWidget *popover, int x, int y) {
  GdkRectangle place = {x, y, 1, 1};
  gtk_popover_set_pointing_to(GTK_POPOVER(popover), &place);
  gtk_popover_popup(GTK_POPOVER(popover));
}
static inline void gui_popover_close(GtkWidget *popover) { gtk_popover_popdown(GTK_POPOVER(popover)); }

// MARK: Windows

static inline void gui_window_set(GtkWidget *window, const char *title, GtkWidget *child) {
  gtk_window_set_title(GTK_WINDOW(window), title);
  gtk_window_set_child(GTK_WINDOW(window), child);
}
static inline void gui_window_size(GtkWidget *window, int width, int height) {
  gtk_window_set_default_size(GTK_WINDOW(window), width, height);
}
static inline void gui_window_present(GtkWidget *window) { gtk_window_present(GTK_WINDOW(window)); }
static inline void gui_window_close(GtkWidget *window) { gtk_window_close(GTK_WINDOW(window)); }
static inline void gui_window_destroy(GtkWidget *window) { gtk_window_destroy(GTK_WINDOW(window)); }

/// Writes what a window shows into a PNG; false where it is not on the screen yet, or the file cannot be written.
static inline bool gui_window_picture(GtkWidget *window, const char *file) {
  GskRenderer *renderer = gtk_native_get_renderer(GTK_NATIVE(window));
  int width = gtk_widget_get_width(window), height = gtk_widget_get_height(window);
  if (renderer == NULL || width == 0 || height == 0) { return false; }
  GdkPaintable *paintable = gtk_widget_paintable_new(window);
  GtkSnapshot *snapshot = gtk_snapshot_new();
  gdk_paintable_snapshot(paintable, GDK_SNAPSHOT(snapshot), width, height);
  GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
  bool is_written = false;
  if (node != NULL) {
    GdkTexture *texture = gsk_renderer_render_texture(renderer, node, NULL);
    is_written = gdk_texture_save_to_png(texture, file);
    g_object_unref(texture);
    gsk_render_node_unref(node);
  }
  g_object_unref(paintable);
  return is_written;
}

/// Adds rules of style for all windows.
static inline void gui_add_style(const char *css) {
  GtkCssProvider *provider = gtk_css_provider_new();
  gtk_css_provider_load_from_data(provider, css, -1);
  gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(provider),
                                             GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  g_object_unref(provider);
}

#endif
